export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Tests read any field of the answer.
  readonly body: Record<string, unknown> & unknown[];
}

/** A browser at the level of HTTP: keeps cookies, sends Origin, speaks JSON. */
export interface TestClient {
  /** Set by `person`. */
  readonly email: string;
  readonly name: string;
  readonly cookies: Map<string, string>;
  request(
    method: string,
    path: string,
    options?: {
      body?: unknown;
      headers?: Record<string, string>;
      /** Another node of the same clinic. */
      at?: string;
    },
  ): Promise<TestAnswer>;
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
}

/** @param send replaces `fetch` for an application without a server */
export function createTestClient(url: string, send: typeof fetch = fetch): TestClient {
  const cookies = new Map<string, string>();

  const request: TestClient['request'] = async (method, path, { body, headers = {}, at = url } = {}) => {
    const sent: Record<string, string> = { origin: at };
    if (cookies.size > 0) sent['cookie'] = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // FormData sets its own media type, with the boundary.
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) sent['content-type'] = 'application/json';
    const response = await send(at + path, {
      method,
      headers: dropEmpty({ ...sent, ...headers }),
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' || isForm ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name === undefined || value === undefined) continue;
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  };

  return {
    email: '',
    name: '',
    cookies,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
  };
}

/** A header given as '' is left out. */
function dropEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
