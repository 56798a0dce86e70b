import { STATUS_CODES } from 'node:http';
import type { Access } from '@openhours/contract/access.ts';
import { describeAccess } from '@openhours/contract/access.ts';
import type { CallMeta } from '@openhours/contract/call.ts';
import { COMMON_PROBLEMS, type CommonProblemCode, PROBLEM_MEDIA_TYPE } from '@openhours/contract/problem.ts';
import type { AnyContractRouter } from '@orpc/contract';
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { proceduresOf } from './contract-calls.ts';
import { IDENTITY_SCHEMAS } from './identity-paths.ts';
import { mergeEqualPaths } from './merge-equal-paths.ts';

const PROBLEM_SCHEMA: OpenAPI.SchemaObject = {
  type: 'object',
  description: 'A failure (RFC 9457). `message` can be shown to the user.',
  required: ['type', 'title', 'status', 'code', 'message'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    message: { type: 'string' },
    requestId: { type: 'string', description: 'For server errors: the log has the details under this id.' },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

const UPLOAD_PROBLEM_SCHEMA: OpenAPI.SchemaObject = {
  description: 'A failure of a call that takes a file: a problem that is also in the format of image hosts.',
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    {
      type: 'object',
      required: ['success', 'error'],
      properties: {
        success: { const: false },
        error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      },
    },
  ],
};

const DESCRIPTION = `\
Begin with POST /auth/sign-in/email or /auth/sign-up/email, which set a session cookie; for somebody with a second factor, POST \
/auth/two-factor/verify-totp sets it. With the cookie, GET /jwt answers with an access token for 15 minutes. The calls outside \
/auth accept it as 'Authorization: Bearer …' instead of the cookie.

A refusal is 409 with "acknowledged": false and a code. Every other failure is problem+json (RFC 9457). Both have a message \
that can be shown to the user.

A change with an Idempotency-Key can be sent again: for a day, the same key gets the same answer.`;

const HEADERS: Readonly<Record<string, OpenAPI.HeaderObject>> = {
  'Retry-After': { description: 'When to try again, in seconds.', schema: { type: 'integer', minimum: 0 } },
  'Idempotent-Replayed': {
    description: 'The answer was given before, to the first request with this Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** The OpenAPI 3.1 document of the API, with the access rule of each call under `x-access`. */
export async function openApiDocument(
  contract: AnyContractRouter,
  about: {
    productName: string;
    version: string;
    sessionCookie: string;
    identity: NonNullable<OpenAPI.Document['paths']>;
  },
): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: `${about.productName} API`, version: about.version, description: DESCRIPTION },
    servers: [{ url: '/api' }],
    components: {
      schemas: { Problem: PROBLEM_SCHEMA, UploadProblem: UPLOAD_PROBLEM_SCHEMA, ...IDENTITY_SCHEMAS },
      headers: HEADERS,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: about.sessionCookie,
          description:
            'Set by a sign-in or sign-up. A change with it is refused if it comes from the page of another site.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of GET /jwt, valid for 15 minutes and at most until the session ends.',
        },
      },
    },
    customErrorResponseBodySchema: (definedErrors, status) =>
      status === 409 ? refusalSchema(definedErrors) : { $ref: '#/components/schemas/Problem' },
  });

  for (const procedure of proceduresOf(contract)) {
    const { route, meta, inputSchema } = procedure['~orpc'];
    const { access, upload } = meta as CallMeta;
    const method = route.method?.toLowerCase();
    const operation = method && route.path ? Reflect.get(document.paths?.[route.path] ?? {}, method) : undefined;
    if (!operation) continue;
    const isSafe = method === 'get';
    describeOperation(operation, { access, isSafe, hasInput: inputSchema !== undefined });
    if (upload) describeUpload(operation);
    else if (!isSafe) describeRepetition(operation);
  }
  document.paths = mergeEqualPaths({ ...document.paths, ...about.identity });
  document.tags = tagsOf(document.paths);
  return withoutSafeBounds(document);
}

/** The generator gives every integer the bounds of JavaScript's, also beside the bounds that it has. */
function withoutSafeBounds(document: OpenAPI.Document): OpenAPI.Document {
  const isSafeBound = (name: string, value: unknown) =>
    (name === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (name === 'maximum' && value === Number.MAX_SAFE_INTEGER);
  const text = JSON.stringify(document, (name, value: unknown) => (isSafeBound(name, value) ? undefined : value));
  return JSON.parse(text) as OpenAPI.Document;
}

/** The groups of calls, in the order of the contract. */
function tagsOf(paths: NonNullable<OpenAPI.Document['paths']>): OpenAPI.TagObject[] {
  const operations = Object.values(paths).flatMap((item) => Object.values<OpenAPI.OperationObject>(Object(item)));
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))].map((name) => ({ name }));
}

type ErrorDefinitions = Parameters<
  Extract<
    NonNullable<Parameters<OpenAPIGenerator['generate']>[1]>['customErrorResponseBodySchema'],
    (...args: never) => unknown
  >
>[0];

/** One alternative per refusal: its code, its default message, and its other fields. */
function refusalSchema(definedErrors: ErrorDefinitions) {
  return {
    oneOf: definedErrors.map(([code, message, , data]) => ({
      type: 'object' as const,
      required: ['acknowledged', 'code', 'message'],
      properties: {
        ...(typeof data === 'object' ? data.properties : {}),
        acknowledged: { const: false },
        code: { const: code },
        message: { type: 'string' as const, examples: [message] },
      },
    })),
  };
}

const IDEMPOTENCY_KEY: OpenAPI.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes repeating the request safe: for a day, the same key gets the same answer.',
  schema: { type: 'string', maxLength: 200 },
};

interface CallTraits {
  readonly access: Access;
  readonly isSafe: boolean;
  readonly hasInput: boolean;
}

function describeOperation(operation: OpenAPI.OperationObject & { 'x-access'?: string }, call: CallTraits): void {
  const { access } = call;
  operation['x-access'] = describeAccess(access);
  // The generator sets it for each optional parameter, also for dates and ids.
  for (const parameter of operation.parameters ?? []) if ('name' in parameter) delete parameter.allowEmptyValue;
  if (access.who !== 'everyone') {
    const cookieOnly = access.who === 'self' && access.cookieOnly === true;
    operation.security = cookieOnly ? [{ session: [] }] : [{ session: [] }, { bearer: [] }];
  }
  const responses = (operation.responses ??= {});
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) < 400 || !('content' in response)) continue;
    response.description = STATUS_CODES[status] ?? status;
    if (status === '409' || !response.content?.['application/json']) continue;
    response.content = { [PROBLEM_MEDIA_TYPE]: response.content['application/json'] };
  }
  for (const code of commonFailures(call)) {
    const { status, title } = COMMON_PROBLEMS[code];
    responses[String(status)] ??= {
      description: title,
      content: { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  addHeader(operation, 'Retry-After', ['429', '503']);
}

/** A change may be sent again. (Not one with a form, because forms cannot be compared.) */
function describeRepetition(operation: OpenAPI.OperationObject): void {
  operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  addHeader(operation, 'Idempotent-Replayed', ['200', '409']);
}

function addHeader({ responses = {} }: OpenAPI.OperationObject, name: string, statuses: readonly string[]): void {
  for (const status of statuses) {
    const response = responses[status];
    if (!response || '$ref' in response) continue;
    response.headers = { ...response.headers, [name]: { $ref: `#/components/headers/${name}` } };
  }
}

/** Only forms, no JSON; failures in two formats. */
function describeUpload(operation: OpenAPI.OperationObject): void {
  const { requestBody, responses = {} } = operation;
  if (requestBody && 'content' in requestBody) delete requestBody.content['application/json'];
  for (const response of Object.values(responses)) {
    if (!('content' in response) || !response.content?.[PROBLEM_MEDIA_TYPE]) continue;
    response.content[PROBLEM_MEDIA_TYPE] = { schema: { $ref: '#/components/schemas/UploadProblem' } };
  }
}

/** The answers that the loop itself may give. */
function commonFailures({ access, isSafe, hasInput }: CallTraits): readonly CommonProblemCode[] {
  const knowsCaller = access.who !== 'everyone' || access.recognise !== undefined;
  return [
    ...(hasInput ? (['BAD_REQUEST'] as const) : []),
    ...(knowsCaller ? (['UNAUTHORIZED'] as const) : []),
    // Roles are asked for, or the origin of a change.
    ...(['everyone', 'signed-in'].includes(access.who) && isSafe ? [] : (['FORBIDDEN'] as const)),
    ...(isSafe
      ? []
      : (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'IDEMPOTENCY_KEY_REUSED', 'TOO_MANY_REQUESTS'] as const)),
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
}
