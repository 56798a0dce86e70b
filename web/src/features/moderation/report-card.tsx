import { thumbnailUrl } from '@openhours/contract/image-file.ts';
import type { Report } from '@openhours/contract/moderation.ts';
import { useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

type ReportCardProps = { report: Report; busy: boolean; onDecide: (hidden: boolean) => void };

export function ReportCard({ report, busy, onDecide }: ReportCardProps) {
  const id = useId();
  const { kind, text, image, writtenBy, reportedBy, reason, hidden, state } = report;
  return (
    <Card className="grid gap-4 p-5!">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-lg leading-snug">
            {kind === 'post' ? 'Post' : 'Message'} by <bdi>{writtenBy.name}</bdi>
          </h2>
          {writtenBy.email && <p className="text-sm text-muted">{writtenBy.email}</p>}
        </div>
        <Badge tone={hidden ? 'warning' : 'neutral'}>{hidden ? 'Hidden' : 'Shown'}</Badge>
      </div>
      {/* As text, and without links to follow: it was reported. */}
      <blockquote
        dir="auto"
        className="max-h-60 overflow-y-auto rounded-control bg-sunken px-4 py-3 whitespace-pre-wrap"
      >
        {text || <span className="text-muted">Deleted</span>}
      </blockquote>
      {image && (
        <img
          src={thumbnailUrl(image)}
          alt="Attached to the post"
          width={192}
          height={128}
          loading="lazy"
          decoding="async"
          className="h-32 w-48 rounded-control object-cover"
        />
      )}
      <p className="text-[0.9375rem]">
        <span className="text-muted">
          Reported by <bdi>{reportedBy.name}</bdi>
          {reportedBy.email && ` (${reportedBy.email})`}, <RelativeTime instant={new Date(report.reportedAt)} />
        </span>
        {reason && (
          <q dir="auto" className="mt-1 block whitespace-pre-wrap">
            {reason}
          </q>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {!hidden && (
          <Button variant="danger" busy={busy} aria-describedby={id} onClick={() => onDecide(true)}>
            Hide
          </Button>
        )}
        {(hidden || state === 'open') && (
          <Button variant="secondary" busy={busy} aria-describedby={id} onClick={() => onDecide(false)}>
            {hidden ? 'Show again' : 'Leave it'}
          </Button>
        )}
      </div>
    </Card>
  );
}
