/** Makes a control call as another process does; `page` is the address of the provider's page. */
export async function callControl(page: string, what: string, body: object) {
  const answer = await fetch(`${page}/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}
