import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export function Component() {
  return (
    <>
      <PageHeading title="Conversations" />
      <EmptyState icon={<MessagesSquare className="size-7" />} title="No conversations yet">
        When you write to a doctor about one of their posts, or somebody writes to you, you find it here.
      </EmptyState>
    </>
  );
}
