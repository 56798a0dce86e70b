import { useState } from 'react';
import { fieldOf, postJson } from '../../api/http.ts';
import { href } from '../../pages.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { wordsOfTopic } from '../messages/topic-words.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormDone } from './form-done.tsx';

/** The page that the link below an email opens. It needs a click, because programs that check emails open links too. */
export function Page() {
  const [stopped, setStopped] = useState<string>();
  return (
    <AuthFrame
      path={href.unsubscribe()}
      title="Stop these emails"
      lead="You still get emails about your appointments, payments and account."
    >
      {stopped === undefined ? (
        <AuthForm
          rules={{}}
          submitLabel="Stop these emails"
          onSubmit={async () => {
            const token = new URLSearchParams(location.search).get('token') ?? '';
            setStopped(String(fieldOf(await postJson('/api/message-choices/unsubscribe', { token }), 'topic')));
          }}
        >
          {() => null}
        </AuthForm>
      ) : (
        <FormDone title="You will no longer get these emails">
          <p>{wordsOfTopic(stopped)}: off.</p>
          <p className="mt-2">
            <TextLink href={href.profile()}>Choose which emails you get</TextLink>
          </p>
        </FormDone>
      )}
    </AuthFrame>
  );
}
