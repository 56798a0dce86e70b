import { linkParts } from '@openhours/contract/link-parts.ts';
import { escapeMarkup } from './escape-markup.ts';

/**
 * A legal text as HTML: '## ' begins a heading, '- ' an item of a list, an empty line a paragraph, and web addresses are
 * links. Everything else is shown as it is written, so no text can become markup. Not Markdown: people paste legal texts,
 * in which '*', '_' and '[1]' are characters like others.
 */
export function legalHtml(text: string): string {
  return blocksOf(text)
    .map(({ kind, lines }) => {
      const [first = ''] = lines;
      if (kind === 'heading') return `<h2 dir="auto">${inline(first)}</h2>`;
      if (kind === 'subheading') return `<h3 dir="auto">${inline(first)}</h3>`;
      if (kind === 'list') return `<ul>${lines.map((line) => `<li dir="auto">${inline(line)}</li>`).join('')}</ul>`;
      return `<p dir="auto">${lines.map(inline).join('<br>')}</p>`;
    })
    .join('');
}

interface Block {
  readonly kind: 'heading' | 'subheading' | 'list' | 'paragraph';
  readonly lines: readonly string[];
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let continues = false;
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') {
      continues = false;
      continue;
    }
    const block = blockOf(line);
    const last = blocks.at(-1);
    if (continues && last && last.kind === block.kind && (block.kind === 'list' || block.kind === 'paragraph')) {
      blocks.splice(-1, 1, { kind: last.kind, lines: [...last.lines, ...block.lines] });
    } else blocks.push(block);
    continues = true;
  }
  return blocks;
}

function blockOf(line: string): Block {
  const [, mark = '', rest = ''] = /^(#{1,6}|[-*•])\s+(.+)$/.exec(line) ?? [];
  if (mark === '') return { kind: 'paragraph', lines: [line] };
  if (!mark.startsWith('#')) return { kind: 'list', lines: [rest] };
  return { kind: mark.length > 2 ? 'subheading' : 'heading', lines: [rest] };
}

function inline(text: string): string {
  return linkParts(text)
    .map(({ text: piece, href }) =>
      href === undefined
        ? escapeMarkup(piece)
        : `<a href="${escapeMarkup(href)}" rel="noopener">${escapeMarkup(piece)}</a>`,
    )
    .join('');
}
