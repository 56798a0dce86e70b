import { randomBytes } from 'node:crypto';
import { readHundredths } from './money.ts';
import { dhakaTime, refundable, type Session, type SessionRefund, wasPaid } from './sessions.ts';

interface RefundSettings {
  sessions: readonly Session[];
  how: 'at-once' | 'processing';
}

/** Refunds a transaction in part or in full. A repeated `refund_trans_id` changes nothing and says so. */
export function initiateRefund(query: ReadonlyMap<string, string>, { sessions, how }: RefundSettings): object {
  const bankTransactionId = query.get('bank_tran_id') ?? '';
  const failed = (errorReason: string, more: object = {}) => ({
    APIConnect: 'DONE',
    bank_tran_id: bankTransactionId,
    ...more,
    status: 'failed',
    errorReason,
  });

  for (const name of ['bank_tran_id', 'refund_trans_id', 'refund_amount', 'refund_remarks']) {
    if (!query.get(name)) return { APIConnect: 'INVALID_REQUEST', errorReason: `${name} is missing` };
  }
  const named = sessions.filter((one) => one.bankTransactionId === bankTransactionId && wasPaid(one)).toReversed();
  if (!named[0]) return failed('There is no such successful transaction');
  const transId = { trans_id: named[0].request.get('tran_id') ?? '' };
  const refundTransactionId = query.get('refund_trans_id') ?? '';
  const known = sessions
    .flatMap((session) => session.refunds.map((refund) => ({ session, refund })))
    .find(({ refund }) => refund.refundTransactionId === refundTransactionId);
  if (known) {
    if (!named.includes(known.session)) return failed('refund_trans_id belongs to another transaction', transId);
    return answer({ ...known, status: 'processing' });
  }
  const bdt = readHundredths(query.get('refund_amount') ?? '');
  if (!bdt) return failed('Invalid refund amount', transId);
  const session = named.find((one) => bdt <= refundable(one));
  if (!session) return failed('Refund amount exceeds what is left of the transaction', transId);

  const now = new Date();
  const refund: SessionRefund = {
    reference: randomBytes(8).toString('hex'),
    refundTransactionId,
    bdt,
    remarks: query.get('refund_remarks') ?? '',
    status: how === 'at-once' ? 'refunded' : 'processing',
    initiatedOn: now,
    refundedOn: how === 'at-once' ? now : undefined,
  };
  session.refunds.push(refund);
  return answer({ session, refund, status: 'success' });
}

export function queryRefund(reference: string, sessions: readonly Session[]): object {
  for (const session of sessions) {
    const refund = session.refunds.find((one) => one.reference === reference);
    if (!refund) continue;
    return {
      APIConnect: 'DONE',
      bank_tran_id: session.bankTransactionId,
      tran_id: session.request.get('tran_id') ?? '',
      refund_ref_id: refund.reference,
      initiated_on: dhakaTime(refund.initiatedOn),
      refunded_on: refund.refundedOn ? dhakaTime(refund.refundedOn) : '',
      status: refund.status,
      errorReason: '',
    };
  }
  return { APIConnect: 'DONE', status: 'failed', errorReason: 'There is no such refund' };
}

/** Changes the state of a refund. A cancelled refund can be requested again with another id. */
export function changeRefund(
  reference: string,
  status: 'refunded' | 'cancelled',
  sessions: readonly Session[],
): boolean {
  const refund = sessions.flatMap(({ refunds }) => refunds).find((one) => one.reference === reference);
  if (!refund || refund.status === status || refund.status === 'cancelled') return false;
  refund.status = status;
  refund.refundedOn = status === 'refunded' ? new Date() : undefined;
  return true;
}

function answer({ session, refund, status }: { session: Session; refund: SessionRefund; status: string }): object {
  return {
    APIConnect: 'DONE',
    bank_tran_id: session.bankTransactionId,
    trans_id: session.request.get('tran_id') ?? '',
    refund_ref_id: refund.reference,
    status,
    errorReason: '',
  };
}
