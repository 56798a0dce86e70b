import type { Post } from '@openhours/contract/feed.ts';
import { plainText, showsSomething } from '@openhours/contract/plain-text.ts';
import { MAX_POST_LENGTH } from '@openhours/contract/talk-limits.ts';
import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { ImagePicker } from '../images/image-picker.tsx';
import { useWritePost } from './use-write-post.ts';

/** Where doctors and admins write. What was written stays until it is acknowledged. */
export function PostForm({ onPosted }: { onPosted: (post: Post) => void }) {
  const [description, setDescription] = useState('');
  const [image, setImage] = useState<string | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const write = useWritePost({
    onPosted: (post) => {
      setDescription('');
      setImage(null);
      setAsked(false);
      onPosted(post);
      toast.success('Post added successfully');
    },
  });
  const missing = !showsSomething(plainText(description));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (missing) field.current?.focus();
    else if (!isUploading) write.send({ description, image });
  };
  return (
    <Card className="mb-5 p-5!">
      <form noValidate onSubmit={submit} aria-label="New post" className="grid gap-4">
        <TextArea
          ref={field}
          label="Description"
          required
          rows={3}
          maxLength={MAX_POST_LENGTH}
          placeholder="What should patients know?"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          error={asked && missing ? 'Please write something.' : undefined}
        />
        <ImagePicker
          label="Image (optional)"
          shape="wide"
          value={image}
          onChange={setImage}
          onBusyChange={setIsUploading}
          onFailure={() => toast.error('Image upload failed')}
        />
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
          <div className="w-full">
            <FormError message={write.trouble} />
          </div>
          {isUploading && <p className="text-sm text-muted">The picture is still on its way.</p>}
          <Button type="submit" busy={write.isSending} disabled={isUploading} className="min-w-28">
            Post
          </Button>
        </div>
      </form>
    </Card>
  );
}
