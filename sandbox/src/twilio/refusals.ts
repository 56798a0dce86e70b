/** A refusal of Twilio: its code, the status of the answer, and its sentence. */
export interface TwilioRefusal {
  code: number;
  status: 400 | 401 | 404;
  message: string;
}

/** The numbers for tests of Twilio's documentation, and how it refuses a message to each. */
const testNumbers: Readonly<Record<string, number>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
};

const sentences: Readonly<Record<number, (to: string) => string>> = {
  21211: (to) => `The 'To' number ${to} is not a valid phone number.`,
  21612: (to) => `The 'To' phone number ${to} is not currently reachable using the 'From' phone number via SMS.`,
  21408: (to) => `Permission to send an SMS has not been enabled for the region indicated by the 'To' number: ${to}.`,
  21610: () => 'Attempt to send to unsubscribed recipient',
  21614: (to) => `'To' number: ${to}, is not a valid mobile number`,
};

/** Why a message is refused; undefined if it is not. */
export function refusalOf(
  fields: ReadonlyMap<string, string>,
  hasStopped: (number: string) => boolean,
): TwilioRefusal | undefined {
  const to = fields.get('To') ?? '';
  const text = fields.get('Body') ?? '';
  if (to === '') return refusal(21604, "A 'To' phone number is required.");
  if (!fields.get('From') && !fields.get('MessagingServiceSid')) {
    return refusal(21603, "A 'From' phone number is required.");
  }
  if (text === '') return refusal(21602, 'Message body is required.');
  if (text.length > 1600) return refusal(21617, 'The concatenated message body exceeds the 1600 character limit.');
  const code = /^\+[1-9]\d{6,14}$/.test(to) ? (testNumbers[to] ?? (hasStopped(to) ? 21610 : undefined)) : 21211;
  return code === undefined ? undefined : refusal(code, sentences[code]?.(to) ?? 'It is refused.');
}

function refusal(code: number, message: string): TwilioRefusal {
  return { code, status: 400, message };
}
