/** The name of a doctor as patients read it: 'Dr. Amara Nwosu', also for somebody who entered 'Dr. Amara Nwosu'. */
export function titledName(name: string): string {
  return `Dr. ${name.replace(/^dr(\.\s*|\s+)(?=\S)/i, '')}`;
}
