import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';

/** The parts of one HTML document. Paths are those that the browser requests (`/assets/main-x.js`). */
type DocumentParts = {
  title: string;
  description: string;
  /** Whether search engines may list it: public pages only. */
  indexed: boolean;
  /** The clinic's text that it shows. It is not indexed while the clinic has none. */
  legalText?: LegalText | undefined;
  /** The path of its page; undefined if it opens any page of the application. */
  path: string | undefined;
  /** Whether it has structured data about the clinic for search engines, as JSON-LD. */
  describesClinic?: boolean;
  /** Rendered content of the root element. */
  content: string;
  /** Whether it can be read without scripts. Then its scripts wait until it has been painted. */
  readable: boolean;
  /** Source of the classic script that runs before the first paint. */
  bootScript: string;
  stylesheet: string;
  /** Font files that the first paint needs. */
  fonts: readonly string[];
  scripts: readonly string[];
  /** The first requests of the scripts, which are preloaded. */
  questions: readonly string[];
  modulePreloads: readonly string[];
};

/**
 * Writes one HTML document with the placeholders that the server fills in: `__NONCE__` (fresh for each answer),
 * `__GOOGLE_SIGN_IN__` (on or off), and the clinic's facts (`server/src/http/clinic-document.ts`). Nothing in it needs an
 * inline style, and every script carries the nonce, so it runs under the strictest policy.
 */
export function documentHtml(parts: DocumentParts): string {
  const asked = parts.questions.map((href) => `<link rel="preload" as="fetch" href="${href}" crossorigin>`);
  // The stylesheet and the first answer come before them.
  const behind = 'nonce="__NONCE__" fetchpriority="low"';
  const scripts = [
    ...parts.modulePreloads.map((href) => `<link rel="modulepreload" href="${href}" ${behind}>`),
    ...parts.scripts.map((source) => `<script type="module" src="${source}" ${behind}></script>`),
  ];
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    '<meta property="csp-nonce" nonce="__NONCE__">',
    `<script nonce="__NONCE__">${parts.bootScript}</script>`,
    `<title>${escapeHtml(parts.title)}</title>`,
    `<meta name="description" content="${escapeHtml(parts.description)}">`,
    '<meta name="application-name" content="__PRODUCT_NAME__">',
    '<meta name="clinic" content="__CLINIC_FACTS__">',
    '<meta name="clinic-time-zone" content="__CLINIC_TIME_ZONE__">',
    '<meta name="google-sign-in" content="__GOOGLE_SIGN_IN__">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0b1412" media="(prefers-color-scheme: dark)">',
    ...(parts.indexed ? [] : [noIndex]),
    ...(parts.legalText ? [withoutText(parts.legalText)] : []),
    ...(parts.indexed ? sharing(parts) : []),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<link rel="stylesheet" href="${parts.stylesheet}">__ACCENT__`,
    ...parts.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`),
    ...asked,
    // The content is painted first; src/boot.ts loads these afterwards.
    ...(parts.readable ? [`<template id="scripts">${scripts.join('')}</template>`] : scripts),
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head.join('\n')}</head>`,
    `<body><div id="root">${parts.content}</div></body>`,
    '</html>',
    '',
  ].join('\n');
}

const noIndex = '<meta name="robots" content="noindex">';

function withoutText(kind: LegalText): string {
  const condition = `no${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return `__IF:${condition}__${noIndex}__END_IF:${condition}__`;
}

/** The preview of a shared link, and the canonical address. */
function sharing({ title, description, path, describesClinic }: DocumentParts): string[] {
  const address = `__PUBLIC_URL__${path ?? '/'}`;
  const properties = {
    'og:type': 'website',
    'og:site_name': '__PRODUCT_NAME__',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': '__PUBLIC_URL__/social-card.png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt':
      'Nine times of one day, three taken and one chosen, beside the words: See a doctor face to face. Choose a day. Choose a time. Done.',
  };
  return [
    `<link rel="canonical" href="${address}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(describesClinic ? ['<script type="application/ld+json" nonce="__NONCE__">__CLINIC_JSON_LD__</script>'] : []),
  ];
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
