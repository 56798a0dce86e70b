import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@openhours/contract/password-rule.ts';
import { PROBLEM_MEDIA_TYPE } from '@openhours/contract/problem.ts';
import type { OpenAPI } from '@orpc/openapi';
import { freshSessionMiddleware, sensitiveSessionMiddleware, sessionMiddleware } from 'better-auth/api';
import * as z from 'zod';
import type { Auth } from '../features/identity/auth.ts';
import { SessionToEnd } from '../features/second-factor/index.ts';

/** Some endpoints of the service have no description of their own. */
const SUMMARIES: Readonly<Record<string, string>> = {
  '/callback/:id': 'The return from the provider of a sign-in',
};

const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH)
  .max(MAX_PASSWORD_LENGTH)
  .describe('With an uppercase letter, a digit and one of !@#$&*');

/** Bodies that differ from those that the service declares. */
const BODIES: Readonly<Record<string, z.ZodType>> = {
  '/revoke-session': SessionToEnd,
  '/sign-up/email': z.object({
    name: z.string(),
    email: z.email(),
    password: NewPassword,
    image: z.string().optional(),
    callbackURL: z.string().optional(),
    rememberMe: z.boolean().optional(),
  }),
  '/reset-password': z.object({ newPassword: NewPassword, token: z.string().optional() }),
  '/change-password': z.object({
    newPassword: NewPassword,
    currentPassword: z.string(),
    revokeOtherSessions: z.boolean().optional(),
  }),
  // Without a `callbackURL`, which `refuse-bad-body.ts` refuses.
  '/sign-in/email': z.object({ email: z.string(), password: z.string(), rememberMe: z.boolean().optional() }),
};

const NEEDS_SESSION: readonly unknown[] = [sessionMiddleware, sensitiveSessionMiddleware, freshSessionMiddleware];

/** What the answers of the service refer to. More fields may follow. */
export const IDENTITY_SCHEMAS: Readonly<Record<string, OpenAPI.SchemaObject>> = {
  User: {
    type: 'object',
    required: ['id', 'name', 'email', 'emailVerified'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string' },
      email: { type: 'string' },
      emailVerified: { type: 'boolean' },
      image: { type: ['string', 'null'] },
    },
  },
  Session: {
    type: 'object',
    required: ['id', 'userId', 'expiresAt'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      userId: { type: 'string', format: 'uuid' },
      expiresAt: { type: 'string', format: 'date-time' },
    },
  },
  Passkey: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', format: 'uuid' }, name: { type: ['string', 'null'] } },
  },
};

/** The endpoints of the identity service as paths of the API's document, from the service's own declarations. */
export function identityPaths(auth: Auth): NonNullable<OpenAPI.Document['paths']> {
  const closed = new Set(auth.options.disabledPaths);
  const paths: Record<string, Record<string, OpenAPI.OperationObject>> = {};
  for (const { path, options } of Object.values(auth.api)) {
    if (typeof path !== 'string' || closed.has(path)) continue;
    const described = `/auth${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    for (const method of [options.method].flat()) {
      (paths[described] ??= {})[method.toLowerCase()] = operationOf({ path, method, options });
    }
  }
  return paths;
}

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

interface Declared {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly use?: readonly unknown[];
  readonly metadata?: object;
}

function operationOf({ path, method, options }: { path: string; method: string; options: Declared }) {
  const { openapi }: { openapi?: { description?: string; responses?: object } } = options.metadata ?? {};
  const { description, responses = {} } = openapi ?? {};
  const needsSession = (options.use ?? []).some((middleware) => NEEDS_SESSION.includes(middleware));
  const body = BODIES[path] ?? options.body;
  const hasBody = method !== 'GET' && body instanceof z.core.$ZodType;
  const problem = { content: { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } } };
  const operation: OpenAPI.OperationObject & { 'x-access': string } = {
    operationId: `auth.${method.toLowerCase()}${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: description ?? SUMMARIES[path] ?? path,
    tags: ['Identity'],
    'x-access': needsSession ? 'anyone signed in' : 'everyone',
    ...(needsSession ? { security: [{ session: [] }] } : {}),
    parameters: [...pathParameters(path), ...queryParameters(options.query)],
    ...(hasBody ? { requestBody: { content: { 'application/json': { schema: schemaOf(body) } } } } : {}),
    responses: {
      200: 200 in responses ? asAnswered(responses[200] as OpenAPI.ResponseObject) : { description: 'Success' },
      ...(path.includes(':') ? { 302: { description: 'Redirect' } } : {}),
      ...(needsSession ? { 401: { description: 'Not signed in, or a wrong password', ...problem } } : {}),
      ...(method === 'GET' ? {} : { 429: { description: 'Too many requests', headers: RETRY_AFTER, ...problem } }),
      '4XX': { description: 'Refused', ...problem },
      500: { description: 'Internal Server Error', ...problem },
      503: { description: 'Service Unavailable', headers: RETRY_AFTER, ...problem },
    },
  };
  return operation;
}

/**
 * Our router takes the tokens of sessions out of the answers. `nullable`, which the service writes, is of OpenAPI 3.0: since
 * 3.1 the type says it.
 */
function asAnswered(described: OpenAPI.ResponseObject): OpenAPI.ResponseObject {
  const text = JSON.stringify(described, (name, value: unknown) => {
    if (name === 'token') return undefined;
    if (name === 'required' && Array.isArray(value)) return value.filter((field) => field !== 'token');
    if (typeof value !== 'object' || value === null || !('nullable' in value && 'type' in value)) return value;
    const { nullable, type, ...schema } = value;
    return { ...schema, type: nullable ? [type, 'null'] : type };
  });
  return JSON.parse(text) as OpenAPI.ResponseObject;
}

function pathParameters(path: string): OpenAPI.ParameterObject[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: unknown): OpenAPI.ParameterObject[] {
  const { properties = {}, required = [] } = schemaOf(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

interface InputSchema {
  properties?: Record<string, Exclude<OpenAPI.ParameterObject['schema'], undefined>>;
  required?: string[];
}

/** The JSON Schema of what an endpoint takes. */
function schemaOf(declared: unknown): InputSchema {
  if (!(declared instanceof z.core.$ZodType)) return {};
  const { $schema: _, ...schema } = z.toJSONSchema(declared, { io: 'input', unrepresentable: 'any' });
  // OpenAPI 3.1 has the same dialect of JSON Schema; only the types differ in how strict they are.
  return schema as InputSchema;
}
