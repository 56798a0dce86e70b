import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Asks for a typed yes. `--yes` answers it; end of input is a no. */
export async function confirmed(question: string): Promise<boolean> {
  if (process.argv.includes('--yes')) return true;
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const ended = once(prompt, 'close').then(() => '');
  const answer = await Promise.race([prompt.question(`${question} Type yes to go on: `), ended]);
  prompt.close();
  return answer.trim() === 'yes';
}
