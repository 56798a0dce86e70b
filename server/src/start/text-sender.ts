import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { TextSender } from '../providers/text-messages/port.ts';
import { createTwilioSender } from '../providers/text-messages/twilio.ts';

/** The side of the sandbox that takes text messages. */
export interface TextSandbox {
  readonly url: string;
  readonly twilio: { readonly accountSid: string; readonly authToken: string };
}

/** The sender's number in the sandbox: one of those that are reserved for fiction. */
const SANDBOX_NUMBER = '+12025550100';

/** The adapter that the settings choose; the sandbox is used through the same one. `undefined`: no text messages. */
export function chooseTextSender(
  { texts: { service }, publicUrl, localUrl }: Config,
  { sandbox, log }: { sandbox: TextSandbox | undefined; log: Logger },
): TextSender | undefined {
  const reportTo = (origin: string) => `${origin}/api/webhooks/twilio`;
  if (service?.from === 'twilio') return createTwilioSender({ ...service, reportUrl: reportTo(publicUrl), log });
  if (!service || !sandbox) return undefined;
  // The sandbox posts to this machine only.
  const { url: apiUrl, twilio } = sandbox;
  return createTwilioSender({ ...twilio, sender: SANDBOX_NUMBER, apiUrl, reportUrl: reportTo(localUrl), log });
}
