import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { ProfileCard } from './profile-card.tsx';

/** Downloads everything that the clinic stores about the person. */
export function DataCard() {
  const fetchData = useMutation({
    mutationFn: () => client.profile.export(),
    onSuccess: (data) => {
      saveFile(JSON.stringify(data, null, 2), {
        name: `my-data-${data.exportedAt.slice(0, 10)}.json`,
        type: 'application/json',
      });
      toast.success('Your data has been downloaded.');
    },
  });
  return (
    <ProfileCard title="Your data" lead="Everything that the clinic stores about you, as a JSON file.">
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={fetchData.isPending}
        onClick={() => fetchData.mutate()}
      >
        <Download className="size-5" aria-hidden="true" />
        Download your data
      </Button>
      {fetchData.error && <FormError message={failureMessage(fetchData.error)} />}
    </ProfileCard>
  );
}
