import type { Access } from '@openhours/contract/access.ts';
import type { CallMeta } from '@openhours/contract/call.ts';
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import type { LimitName } from '../call/limits.ts';
import type { UploadRule } from './uploads.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** A call of the contract, as the server mounts it. */
export interface MountedCall {
  /** The contract's method and path. */
  readonly name: string;
  readonly method: string;
  /** The path parameter with the email address that the call is about, if there is one. */
  readonly emailParameter: string | undefined;
  readonly access: Access;
  readonly upload: UploadRule | undefined;
  readonly maxBodyBytes: number;
  readonly limit: LimitName | undefined;
  readonly mayBeOld: boolean;
  readonly stream: boolean;
  readonly idempotency: CallMeta['idempotency'];
}

/**
 * The calls by path, with parameters by position: PUT /users/admin/{id} and GET /users/admin/{email} are the same path.
 * Fixed segments come before parameters, because the router takes the first match.
 */
export function callsByPath(contract: unknown): ReadonlyMap<string, readonly MountedCall[]> {
  const paths = new Map<string, MountedCall[]>();
  for (const procedure of proceduresOf(contract)) {
    const { route, meta } = procedure['~orpc'];
    if (!route.path || !route.method) throw new Error('A call of the contract has no method or path');
    const segments = route.path.split('/');
    const path = segments.map((segment, place) => (segment.startsWith('{') ? `:p${place}` : segment)).join('/');
    const emailPlace = segments.indexOf('{email}');
    // Every procedure starts with `call` of contract/call.ts, which sets this meta.
    const { access, upload, maxBodyBytes = MAX_BODY_BYTES, limit, mayBeOld, stream, idempotency } = meta as CallMeta;
    const mounted: MountedCall = {
      name: `${route.method} ${route.path}`,
      method: route.method,
      emailParameter: emailPlace === -1 ? undefined : `p${emailPlace}`,
      access,
      upload,
      maxBodyBytes,
      limit,
      mayBeOld: mayBeOld === true,
      stream: stream === true,
      idempotency,
    };
    paths.set(path, [...(paths.get(path) ?? []), mounted]);
  }
  const fixedFirst = (path: string) => path.replaceAll(':', '\uffff');
  return new Map([...paths].toSorted(([a], [b]) => (fixedFirst(a) < fixedFirst(b) ? -1 : 1)));
}

/** Every call of a contract, at any depth. */
export function proceduresOf(contract: unknown): readonly AnyContractProcedure[] {
  if (isContractProcedure(contract)) return [contract];
  if (typeof contract !== 'object' || contract === null) return [];
  return Object.values(contract).flatMap(proceduresOf);
}
