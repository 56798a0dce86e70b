import type { Access } from '@openhours/contract/access.ts';
import { describeAccess } from '@openhours/contract/access.ts';
import { PROBLEM_MEDIA_TYPE } from '@openhours/contract/problem.ts';
import type { AnyContractRouter } from '@orpc/contract';
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { proceduresOf } from './calls.ts';

const PROBLEM_SCHEMA: OpenAPI.SchemaObject = {
  type: 'object',
  description: 'A failure (RFC 9457). `message` is a sentence for the person who reads it.',
  required: ['type', 'title', 'status', 'code', 'message'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    message: { type: 'string' },
    requestId: { type: 'string', description: 'With a failure of ours: the log has the rest under this id.' },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

/** The OpenAPI 3.1 document of the contract, with the access rule of each call under `x-access`. */
export async function openApiDocument(
  contract: AnyContractRouter,
  about: { productName: string; version: string },
): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: `${about.productName} API`, version: about.version },
    servers: [{ url: '/api' }],
    components: {
      schemas: { Problem: PROBLEM_SCHEMA },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'openhours.session_token' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
    customErrorResponseBodySchema: (definedErrors, status) =>
      status === 409 ? refusalSchema(definedErrors) : { $ref: '#/components/schemas/Problem' },
  });

  for (const procedure of proceduresOf(contract)) {
    const { route, meta } = procedure['~orpc'];
    const method = route.method?.toLowerCase();
    const operation = method && route.path ? Reflect.get(document.paths?.[route.path] ?? {}, method) : undefined;
    if (operation) describeOperation(operation, (meta as { access: Access }).access);
  }
  return document;
}

type ErrorDefinitions = Parameters<
  Extract<
    NonNullable<Parameters<OpenAPIGenerator['generate']>[1]>['customErrorResponseBodySchema'],
    (...args: never) => unknown
  >
>[0];

function refusalSchema(definedErrors: ErrorDefinitions) {
  return {
    type: 'object' as const,
    required: ['acknowledged', 'code', 'message'],
    properties: {
      acknowledged: { const: false },
      code: { enum: definedErrors.map(([code]) => code) },
      message: { type: 'string' as const, description: 'A sentence for the person who reads it.' },
    },
  };
}

function describeOperation(operation: OpenAPI.OperationObject & { 'x-access'?: string }, access: Access): void {
  operation['x-access'] = describeAccess(access);
  if (access.who !== 'everyone') operation.security = [{ session: [] }, { bearer: [] }];
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const isProblem = Number(status) >= 400 && status !== '409';
    if (!isProblem || !('content' in response) || !response.content?.['application/json']) continue;
    response.content = { [PROBLEM_MEDIA_TYPE]: response.content['application/json'] };
  }
}
