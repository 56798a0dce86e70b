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
    info: { title: `${about.productName} API`, version: about.version },
    servers: [{ url: '/api' }],
    components: {
      schemas: { Problem: PROBLEM_SCHEMA, UploadProblem: UPLOAD_PROBLEM_SCHEMA, ...IDENTITY_SCHEMAS },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: about.sessionCookie },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
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
    if (operation)
      describeOperation(operation, { access, isSafe: method === 'get', hasInput: inputSchema !== undefined });
    if (operation && upload) describeUpload(operation);
  }
  document.paths = mergeEqualPaths({ ...document.paths, ...about.identity });
  return document;
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
  const { access, isSafe } = call;
  if (!isSafe) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  operation['x-access'] = describeAccess(access);
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
}

/** Only forms, no JSON; failures in two formats; no key, because forms cannot be compared. */
function describeUpload(operation: OpenAPI.OperationObject): void {
  const { parameters = [], requestBody, responses = {} } = operation;
  operation.parameters = parameters.filter(
    (parameter) => !('name' in parameter && parameter.name === 'Idempotency-Key'),
  );
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
