import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as element, type ReactNode } from 'react';
import type { Block, Written } from './message-kind.ts';

/** What every email says about its sender. */
export interface Letterhead {
  readonly name: string;
  /** The address, in lines. */
  readonly address: readonly string[];
  readonly phone: string;
  /** An absolute URL. */
  readonly logo: string | undefined;
  /** The colour of buttons, like '#0f5c50', and of their text. */
  readonly accent: string;
  readonly onAccent: string;
}

/** A sentence below an email, and the address that ends such emails, if there is one. */
export interface Footnote {
  readonly text: string;
  readonly link?: { readonly label: string; readonly url: string };
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
/** The colours of `web/src/styles.css`. Programs that read no style sheets get the light ones. */
const LIGHT = { paper: '#faf8f3', surface: '#ffffff', ink: '#13231f', muted: '#46564f', line: '#e3dfd4' };
const DARK = { paper: '#0b1412', surface: '#182722', ink: '#e9f1ed', muted: '#b6c4be', line: '#334741' };

const DARK_RULES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${DARK.paper} !important; }
  .surface { background-color: ${DARK.surface} !important; border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .muted { color: ${DARK.muted} !important; }
  .line { border-color: ${DARK.line} !important; }
}
@media (max-width: 480px) { .surface { padding: 24px 20px !important; } .foot { padding: 16px 21px !important; } }
`;

const paragraph = { margin: '0 0 16px', fontSize: 16, lineHeight: '24px', color: LIGHT.ink };
const small = { margin: '0 0 4px', fontSize: 13, lineHeight: '20px', color: LIGHT.muted };

/** The document of an email. Its plain-text form is derived from it, so both say the same. */
export function mailDocument(
  { subject, blocks }: Written,
  { letterhead, footnotes }: { letterhead: Letterhead; footnotes: readonly Footnote[] },
): ReactNode {
  const { name, address, phone, logo } = letterhead;
  return element(
    Html,
    { lang: 'en' },
    element(
      Head,
      null,
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      element('title', null, subject),
      // Our own text, so nothing in it needs escaping.
      element('style', { dangerouslySetInnerHTML: { __html: DARK_RULES } }),
    ),
    element(Preview, null, previewOf(blocks)),
    element(
      Body,
      { className: 'paper', style: { margin: 0, padding: '24px 8px', backgroundColor: LIGHT.paper, fontFamily: FONT } },
      element(
        Container,
        {
          className: 'surface',
          style: {
            maxWidth: 560,
            padding: '32px',
            backgroundColor: LIGHT.surface,
            border: `1px solid ${LIGHT.line}`,
            borderRadius: 14,
          },
        },
        ...(logo === undefined
          ? []
          : [element(Img, { key: 'logo', src: logo, alt: '', height: 40, style: { marginBottom: 24 } })]),
        paragraphOf('Hello,', 'hello'),
        ...blocks.map((block, at) => blockElement(block, { letterhead, key: `block ${at}` })),
        paragraphOf(name, 'name'),
      ),
      element(
        Container,
        { key: 'foot', className: 'foot', style: { maxWidth: 560, padding: '16px 32px' } },
        ...footLinesOf([...address, phone].filter((line) => line !== '')),
        ...footnotes.map(({ text, link }, at) =>
          element(
            Text,
            { key: `note ${at}`, className: 'muted', style: { ...small, marginTop: 12 } },
            text,
            ...(link
              ? [
                  ' ',
                  element(
                    Link,
                    {
                      key: 'link',
                      href: link.url,
                      className: 'muted',
                      style: { color: LIGHT.muted, textDecoration: 'underline' },
                    },
                    link.label,
                  ),
                ]
              : []),
          ),
        ),
      ),
    ),
  );
}

function blockElement(block: Block, { letterhead, key }: { letterhead: Letterhead; key: string }): ReactNode {
  if ('text' in block) return paragraphOf(block.text, key);
  if ('quote' in block) {
    return element(
      Section,
      { key, className: 'line', style: { margin: '0 0 16px', borderLeft: `3px solid ${LIGHT.line}`, paddingLeft: 16 } },
      ...block.quote.split('\n').map((line, at) => paragraphOf(line, String(at))),
    );
  }
  if ('facts' in block) {
    return element(
      Section,
      { key, className: 'line', style: { margin: '0 0 20px', borderTop: `1px solid ${LIGHT.line}` } },
      ...block.facts.map(([label, value], at) =>
        element(
          Section,
          { key: at, className: 'line', style: { borderBottom: `1px solid ${LIGHT.line}`, padding: '8px 0' } },
          element(
            Text,
            { className: 'ink', style: { ...paragraph, margin: 0 } },
            element('span', { className: 'muted', style: { color: LIGHT.muted } }, `${label}: `),
            value,
          ),
        ),
      ),
    );
  }
  const { accent, onAccent } = letterhead;
  return element(
    Section,
    { key, style: { margin: '4px 0 20px' } },
    element(
      Button,
      {
        href: block.link,
        style: {
          backgroundColor: accent,
          color: onAccent,
          padding: '12px 20px',
          borderRadius: 10,
          fontSize: 16,
          fontWeight: 600,
          textDecoration: 'none',
        },
      },
      block.label,
    ),
  );
}

function paragraphOf(text: string, key: string): ReactNode {
  return element(Text, { key, className: 'ink', style: paragraph, dir: 'auto' }, text);
}

/** One paragraph: its lines have no empty lines between them in the plain text either. */
function footLinesOf(lines: readonly string[]): readonly ReactNode[] {
  if (lines.length === 0) return [];
  const broken = lines.flatMap((line, at) => (at === 0 ? [line] : [element('br', { key: at }), line]));
  return [element(Text, { key: 'letterhead', className: 'muted', style: small, dir: 'auto' }, ...broken)];
}

/** The line that mail programs show below the subject. */
function previewOf(blocks: readonly Block[]): string {
  for (const block of blocks) if ('text' in block) return block.text;
  return '';
}
