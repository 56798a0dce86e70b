import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { type Environment, readGroup } from './setting.ts';
import { TEXT_MESSAGES, textSettings } from './text-messages.ts';

const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+4930901820',
};
const read = (env: Environment, production = true) => textSettings(readGroup(TEXT_MESSAGES, env), { production });

describe('text messages', () => {
  it('are off unless they are set, in production and elsewhere', () => {
    expect(read({})).toEqual({ service: undefined, bounds: { perPerson: 6, perDay: 300 } });
    expect(read({}, false).service).toBeUndefined();
  });

  it('are sent by Twilio, or by a service at another address', () => {
    expect(read(TWILIO).service).toMatchObject({ sender: '+4930901820', apiUrl: 'https://api.twilio.com' });
    expect(read({ ...TWILIO, TWILIO_URL: 'https://text.example/' }).service).toMatchObject({
      apiUrl: 'https://text.example',
    });
  });

  it('stay in the sandbox if they are embedded', () => {
    expect(read({ TEXT_MESSAGES: 'embedded' }).service).toEqual({ from: 'sandbox' });
  });

  it.each([
    [{ TWILIO_ACCOUNT_SID: 'AC1' }, 'TWILIO_AUTH_TOKEN must be set as well, because TWILIO_ACCOUNT_SID is.'],
    [{ TWILIO_URL: 'https://text.example' }, 'TWILIO_ACCOUNT_SID must be set as well, because TWILIO_URL is.'],
    [{ ...TWILIO, TEXT_MESSAGES: 'embedded' }, 'TWILIO_ACCOUNT_SID is set, but TEXT_MESSAGES is embedded.'],
    [{ ...TWILIO, TWILIO_URL: 'http://text.example' }, 'TWILIO_URL must begin with https:// in production'],
    [{ ...TWILIO, TWILIO_FROM: 'A name that is too long' }, 'TWILIO_FROM: must be a number'],
    [{ ...TWILIO, TWILIO_ACCOUNT_SID: '../Accounts' }, 'TWILIO_ACCOUNT_SID: must be the id of an account'],
    [{ TEXTS_PER_DAY: '0' }, 'TEXTS_PER_DAY'],
  ])('%j is refused', (env, message) => {
    expect(() => read(env)).toThrow(message);
  });

  it('are not sent to real telephones by a demo', () => {
    expect(() => readConfig({ DEMO: 'on', ...TWILIO })).toThrow('TWILIO_ACCOUNT_SID is refused in a demo');
  });
});
