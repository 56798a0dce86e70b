import { countedAddress } from './counted-address.ts';
import type { Limits } from './limits.ts';

/**
 * Counts an attempt at the password of an account, by a sign-in or by whatever else is confirmed by the password. Only wrong
 * ones stay counted: callers `undo` a right one. The tight limit is per account and address, so that an attacker
 * elsewhere cannot lock the owner out; the limit per account is ten times as high and stops guessing from many
 * addresses.
 *
 * @param account the email address of the account, whether it exists or not
 * @param address the caller's network address
 */
export function attemptPassword(limits: Limits, { account, address }: { account: string; address: string }) {
  const email = account.trim().toLowerCase();
  const from = countedAddress(address);
  return limits.attempt([
    ['wrongPasswordsByAddress', from],
    ['wrongPasswordsByAccountAndAddress', `${email} ${from}`],
    ['wrongPasswordsByAccount', email],
  ]);
}
