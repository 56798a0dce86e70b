import type { Contract } from '@openhours/contract';
import { createORPCClient, isDefinedError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { type CallContext, contractLink } from './contract-link.ts';

/** Every call of the contract, typed. A failure throws an Error whose message can be shown. */
export const client: ContractRouterClient<Contract, CallContext> = createORPCClient(contractLink);

/** The same calls as TanStack Query options: `api.schedule.options.queryOptions({ input: { date } })`. */
export const api = createTanstackQueryUtils(client);

export { isDefinedError };
