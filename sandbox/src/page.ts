import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';

/** Text that `html` has escaped. */
export type Markup = ReturnType<typeof html>;

interface PageContent {
  title: string;
  body: Markup;
  status?: 200 | 400 | 404;
  /** Where this page's forms may post to, as a CSP source list such as `'self'`; unset: no forms. */
  formAction?: string;
  /** Whether it shows pages of the sandbox in frames. */
  frames?: boolean;
}

/**
 * Answers a page of the sandbox. Its content is untrusted, so its policy allows no scripts and no requests, only one
 * style sheet by nonce and, if needed, forms.
 */
export function answerPage(
  c: Context,
  { title, body, status = 200, formAction = "'none'", frames = false }: PageContent,
) {
  // Without a referrer, a form would be sent from the origin 'null', which no real service has.
  if (formAction !== "'none'") c.header('Referrer-Policy', 'strict-origin');
  const nonce = randomBytes(16).toString('base64');
  c.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      // An empty icon keeps browsers from requesting /favicon.ico.
      'img-src data:',
      `form-action ${formAction}`,
      ...(frames ? ["frame-src 'self'"] : []),
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  );
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} · Sandbox</title>
<style nonce="${nonce}">${sheet}</style>
</head>
<body>
<header><a href="/">Sandbox</a> <span>stands in for the outside world; nothing leaves this machine</span></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`,
    status,
  );
}

/** A form for one of the sandbox's switches. */
export function chooser({ action, label, options, chosen }: ChooserContent): Markup {
  const id = action.replaceAll('/', '-').slice(1);
  return html`<form method="post" action="${action}" class="line">
<label for="${id}">${label}</label>
<select id="${id}" name="how">${options.map(
    (how) => html`<option value="${how}" ${how === chosen ? 'selected' : ''}>${how}</option>`,
  )}</select>
<button>Set</button>
</form>`;
}

interface ChooserContent {
  /** The address to which the form posts its only field, `how`. */
  action: string;
  label: string;
  options: readonly string[];
  chosen: string;
}

/** A button for each possible action on an object; the first is the most likely. */
export function stepButtons({ action, id, steps }: StepContent): Markup {
  if (steps.length === 0) return html``;
  return html`<form method="post" action="${action}" class="line">
<input type="hidden" name="id" value="${id}">${steps.map(
    ([value, label], index) => html`
<button name="status" value="${value}" class="${index === 0 ? '' : 'plain'}">${label}</button>`,
  )}
</form>`;
}

interface StepContent {
  action: string;
  id: string;
  steps: readonly (readonly [value: string, label: string])[];
}

const sheet = html`
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a404a); --quiet: light-dark(#525b69, #a9b2c0);
  --link: light-dark(#0b57b5, #8fbcff); --panel: light-dark(#f5f7fa, #1c2027); }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #14171c);
  color: light-dark(#1a1f28, #e8ebf0); overflow-wrap: anywhere; }
header, main { max-width: 48rem; margin: 0 auto; padding: 0.75rem 1rem; }
header { border-bottom: 1px solid var(--line); color: var(--quiet); font-size: 0.875rem; }
header a { font-weight: 600; margin-inline-end: 0.5rem; }
a { color: var(--link); }
h1 { font-size: 1.375rem; line-height: 1.25; }
h2 { font-size: 1rem; margin-top: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
.rows { list-style: none; padding: 0; margin: 0; }
.rows > li { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
.rows > li > a { font-weight: 600; }
.quiet { color: var(--quiet); }
.small { font-size: 0.875rem; }
pre { white-space: pre-wrap; font: inherit; margin: 0; padding: 1rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 0.5rem; }
iframe.mail { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 0.5rem; background: #fff; }
pre.code { font: 0.8125rem/1.5 ui-monospace, monospace; }
pre.bubble { width: fit-content; max-width: min(100%, 24rem); padding: 0.5rem 0.875rem; border-radius: 1.125rem; }
.panel { padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.5rem; }
.split { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: center; justify-content: space-between; }
.line { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0.5rem 0; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button, select { font: inherit; min-height: 2.75rem; padding: 0.375rem 1rem; border-radius: 0.5rem;
  border: 1px solid light-dark(#0b57b5, #8fbcff); }
button { background: light-dark(#0b57b5, #8fbcff); color: light-dark(#fff, #10151d); font-weight: 600; cursor: pointer; }
button.plain, select { background: transparent; color: inherit; border-color: light-dark(#747d8c, #7c8695); }
select option { background: light-dark(#fff, #14171c); }
summary { cursor: pointer; padding: 0.5rem 0; }
button, input, select { font: inherit; color: inherit; padding: 0.5rem 0.75rem; background: var(--panel);
  border: 1px solid var(--line); border-radius: 0.5rem; }
button { cursor: pointer; }
button:hover { border-color: var(--link); }
.rows > li:has(> button) { border: 0; padding: 0.25rem 0; }
button.row { display: grid; width: 100%; text-align: start; }
.fields { display: grid; gap: 0.75rem; max-width: 28rem; padding-bottom: 1rem; }
.fields label { display: grid; gap: 0.25rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;
