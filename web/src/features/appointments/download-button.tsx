import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';

/** Downloads a table. While the clinic prepares it, the button says so; an error appears below it. */
export function DownloadButton({ name, load }: { name: string; load: () => Promise<Blob> }) {
  const download = useMutation({
    mutationFn: load,
    onSuccess: (file) => {
      saveFile(file, { name });
      toast.success('The file is ready.');
    },
  });
  return (
    <div className="grid justify-items-start gap-3 print:hidden">
      <Button variant="secondary" size="small" busy={download.isPending} onClick={() => download.mutate()}>
        <Download className="size-5" aria-hidden="true" />
        Download CSV
      </Button>
      <p role="status" className="text-sm text-muted empty:sr-only">
        {download.isPending && 'We are preparing the file …'}
      </p>
      <FormError message={download.error?.message} />
    </div>
  );
}
