import type { Post } from '@openhours/contract/feed.ts';
import { MAX_IMAGE_ALT_LENGTH, MAX_POST_LENGTH } from '@openhours/contract/limits.ts';
import { hasVisibleText, plainText } from '@openhours/contract/plain-text.ts';
import { useState } from 'react';
import { useTextDraft } from '../../api/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { ImagePicker } from '../images/image-picker.tsx';
import type { UploadStep } from '../images/use-image-upload.ts';
import { useWritePost } from './use-write-post.ts';

const rules = {
  description: (text: string) => (hasVisibleText(plainText(text)) ? undefined : 'Please write something.'),
};

/** The form for new posts. Text and image stay until the server acknowledges them, also when the page is left. */
export function PostForm({ onPosted }: { onPosted: (post: Post) => void }) {
  const draft = useTextDraft('post');
  const picture = useTextDraft('image of the post');
  const pictureText = useTextDraft('what the image of the post shows');
  const description = draft.text;
  const image = picture.text || null;
  const imageAlt = pictureText.text;
  const [upload, setUpload] = useState<UploadStep>('idle');
  const isUploading = upload === 'sending';
  /** A picture was chosen, but not stored. */
  const isImageMissing = upload === 'failed';
  const [isImageGone, setIsImageGone] = useState(false);
  const [posted, setPosted] = useState(0);
  const setImage = (next: string | null): void => {
    picture.write(next ?? '');
    pictureText.write('');
    setIsImageGone(false);
  };
  const dropImage = (gone: string | null): boolean => {
    // Another one may have been chosen meanwhile.
    if (picture.read() !== gone) return false;
    setImage(null);
    setIsImageGone(true);
    return true;
  };
  const write = useWritePost({
    onImageGone: dropImage,
    onPosted: (post, sent) => {
      draft.settle(sent.description);
      picture.settle(sent.image ?? '');
      pictureText.settle(sent.imageAlt);
      setIsImageGone(false);
      setPosted((before) => before + 1);
      form.reset();
      onPosted(post);
      toast.success('Post added successfully');
    },
  });
  const form = useForm({
    rules,
    held: { description },
    onSubmit: () => {
      if (!isUploading) write.send({ description, image, imageAlt: image ? imageAlt : '' });
    },
  });
  return (
    <Card className="mb-5 p-5!">
      <Form of={form} aria-label="New post" className="grid gap-4">
        <TextArea
          label="Description"
          required
          rows={3}
          maxLength={MAX_POST_LENGTH}
          placeholder="What should patients know?"
          value={description}
          onChange={({ target }) => draft.write(target.value)}
          {...form.field('description')}
        />
        <ImagePicker
          // A new post starts without the failure of the last one.
          key={posted}
          label="Image (optional)"
          shape="wide"
          value={image}
          error={isImageGone ? 'Your picture was deleted, because it was not posted within a day.' : undefined}
          onChange={setImage}
          onGone={dropImage}
          onStepChange={setUpload}
          onFailure={() => toast.error('Image upload failed', { isBrief: true })}
        />
        {image && (
          <TextField
            label="What the image shows (optional)"
            hint="For patients who cannot see it."
            maxLength={MAX_IMAGE_ALT_LENGTH}
            value={imageAlt}
            onChange={({ target }) => pictureText.write(target.value)}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
          <div className="w-full">
            <FormError message={write.trouble} />
          </div>
          {isUploading && <p className="text-sm text-muted">The picture is still uploading.</p>}
          {isImageMissing && (
            <p className="text-sm text-muted">
              {image
                ? 'The new picture was not uploaded. The post keeps the earlier one.'
                : 'The picture was not uploaded.'}
            </p>
          )}
          <Button type="submit" busy={write.isSending} disabled={isUploading} className="min-w-28">
            {!image && (isImageMissing || isImageGone) ? 'Post without the image' : 'Post'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
