import type { OpenAPI } from '@orpc/openapi';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { problemResponse } from '../call/problems.ts';
import type { RequestVariables } from './request-variables.ts';

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const REFERENCE_STYLES = `
:root { color-scheme: light dark; --line: light-dark(#d9dedb, #33403c); --soft: light-dark(#f3f5f4, #1a2421); }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 60rem; font: 1rem/1.6 system-ui, sans-serif; }
section { border-block-start: 1px solid var(--line); padding-block: 1.25rem; }
h2 { font-size: 1.05rem; margin: 0; } code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { background: var(--soft); padding: .75rem 1rem; border-radius: .5rem; overflow-x: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; } dd { margin: 0; }
`;

/** The API reference as an HTML page without scripts, generated from the OpenAPI document. */
function referencePage(document: OpenAPI.Document) {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item?.[method] ? [{ method, path, operation: item[method] }] : [])),
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}</title>
        <link rel="stylesheet" href="/api/reference.css" />
      </head>
      <body>
        <main>
          <h1>${document.info.title}</h1>
          <p>Every call, as the contract has it. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
          ${document.info.description?.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
          ${calls.map(callSection)}
        </main>
      </body>
    </html>`;
}

function callSection({
  method,
  path,
  operation,
}: {
  method: string;
  path: string;
  operation: OpenAPI.OperationObject;
}) {
  const body =
    operation.requestBody && 'content' in operation.requestBody ? schemaOf(operation.requestBody) : undefined;
  const answer = operation.responses?.['200'];
  return html`<section aria-label="${method.toUpperCase()} ${path}">
    <h2><code>${method.toUpperCase()} /api${path}</code></h2>
    <p>${operation.summary ?? ''}${operation.description ? html`<br />${operation.description}` : ''}</p>
    <dl>
      <dt>Who may call</dt>
      <dd>${Reflect.get(operation, 'x-access')}</dd>
      ${(operation.parameters ?? []).map((parameter) =>
        'name' in parameter
          ? html`<dt>${parameter.in}</dt><dd><code>${parameter.name}</code>${parameter.required ? '' : ' (optional)'}</dd>`
          : raw(''),
      )}
      <dt>Statuses</dt>
      <dd>${Object.keys(operation.responses ?? {}).join(', ')}</dd>
    </dl>
    ${body ? html`<p>Body</p><pre>${body}</pre>` : ''}
    ${answer && 'content' in answer ? html`<p>Answer</p><pre>${schemaOf(answer)}</pre>` : ''}
  </section>`;
}

function schemaOf(part: { content?: Record<string, OpenAPI.MediaTypeObject> }): string {
  const { 'application/json': json, 'multipart/form-data': form } = part.content ?? {};
  return JSON.stringify((json ?? form)?.schema ?? {}, null, 2);
}

/** Serves the OpenAPI document and the reference page. */
export function mountReference(app: Hono<{ Variables: RequestVariables }>, document: OpenAPI.Document): void {
  app.get('/api/openapi.json', (context) => context.json(document));
  app.get('/api/reference.css', (context) => context.body(REFERENCE_STYLES, 200, { 'content-type': 'text/css' }));
  app.get('/api/reference', (context) => {
    context.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    return context.html(referencePage(document));
  });
  for (const path of ['/api/openapi.json', '/api/reference.css', '/api/reference']) {
    app.all(path, () => problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } }));
  }
}
