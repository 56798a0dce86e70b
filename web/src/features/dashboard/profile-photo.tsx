import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refetch } from '../../api/refetch-after.ts';
import { type SessionUser, updatePhoto } from '../../api/session.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { toast } from '../../ui/toast.ts';
import { ImagePicker } from '../images/image-picker.tsx';

/** The signed-in person's photo. Choosing or removing one saves at once. */
export function ProfilePhoto({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: updatePhoto,
    onSuccess: async (_answer, image) => {
      await refetch(queryClient, sessionQuery.queryKey);
      toast.success(image ? 'Your photo is saved.' : 'Your photo is removed.');
    },
  });
  return (
    <ImagePicker
      label="Photo"
      shape="round"
      value={save.isPending ? save.variables : user.photoURL}
      onChange={(image) => save.mutate(image)}
      placeholder={<Avatar name={user.displayName} size="large" />}
      error={save.error?.message}
    />
  );
}
