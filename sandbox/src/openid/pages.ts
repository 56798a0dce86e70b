import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { answerPage, type Markup } from '../page.ts';
import { type Account, account, DEMO_PEOPLE, VERIFIED_WORDS } from './people.ts';

/** A sign-in that is waiting for the choice of an account. */
export interface WaitingSignIn {
  uid: string;
  /** The redirect address for the answer. */
  redirectUri: string;
  /** Returns the address at which the provider continues. */
  choose(account: Account): Promise<string>;
  cancel(): Promise<string>;
}

/** The account chooser. Anyone can type names, so they are shown as text. */
export function chooserPages(options: {
  waiting: (context: Context) => Promise<WaitingSignIn | undefined>;
  findAccount: (sub: string) => Account | undefined;
}): Hono {
  const { waiting, findAccount } = options;
  return new Hono()
    .get('/openid/interaction/:uid', async (c) => {
      const signIn = await waiting(c);
      if (!signIn) return answerPage(c, { title: 'This sign-in is over', body: startAgain, status: 404 });
      return answerPage(c, {
        title: 'Choose an account',
        body: chooser(signIn.uid),
        // The form's answer redirects to the product, which the page's policy must allow too.
        formAction: `'self' ${new URL(signIn.redirectUri).origin}`,
      });
    })
    .post('/openid/interaction/:uid', async (c) => {
      const signIn = await waiting(c);
      if (!signIn) return answerPage(c, { title: 'This sign-in is over', body: startAgain, status: 404 });
      const form = await c.req.formData();
      if (form.has('cancel')) return c.redirect(await signIn.cancel(), 303);
      const chosen = form.has('sub') ? findAccount(fieldOf(form, 'sub')) : typed(form);
      if (!chosen) return answerPage(c, { title: 'Which account?', body: startAgain, status: 400 });
      return c.redirect(await signIn.choose(chosen), 303);
    })
    .get('/openid/pictures/:file{[0-9a-f]+\\.svg}', async (c) => {
      const person = findAccount(c.req.param('file').slice(0, -'.svg'.length));
      if (!person) return c.text('There is no such picture.', 404);
      c.header('Content-Type', 'image/svg+xml');
      c.header('Content-Security-Policy', "default-src 'none'");
      return c.body((await portrait(person)).toString());
    });
}

const startAgain = html`<p>Go back to where you came from and start again.</p>`;

function typed(form: FormData): Account | undefined {
  const name = fieldOf(form, 'name');
  const email = fieldOf(form, 'email');
  const word = fieldOf(form, 'verified') || 'true';
  if (email === '' || !Object.hasOwn(VERIFIED_WORDS, word)) return undefined;
  return account({ name, email, emailVerified: VERIFIED_WORDS[word] });
}

function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function chooser(uid: string): Markup {
  const action = `/openid/interaction/${uid}`;
  return html`<p>This page replaces Google's. It asks for no password, and nothing leaves this machine.</p>
<form method="post" action="${action}">
<ul class="rows">${DEMO_PEOPLE.map(
    ({ sub, name, email, emailVerified }) => html`
<li><button class="row" name="sub" value="${sub}"><strong>${name}</strong>
<span class="small quiet">${email}${emailVerified === true ? '' : ', not confirmed'}</span></button></li>`,
  )}
</ul>
</form>
<details>
<summary>Another account</summary>
<form method="post" action="${action}" class="fields">
<label>Name <input name="name" autocomplete="off" maxlength="300"></label>
<label>Email <input name="email" type="text" inputmode="email" autocomplete="off" required maxlength="300"></label>
<label>The provider says that the address is confirmed
<select name="verified">
<option value="true">yes</option>
<option value="false">no</option>
<option value="text-true">yes, as the text "true"</option>
<option value="text-false">no, as the text "false"</option>
<option value="missing">nothing about it</option>
</select></label>
<button>Continue</button>
</form>
</details>
<form method="post" action="${action}"><button name="cancel" value="yes">Cancel</button></form>`;
}

function portrait({ sub, name }: Account): Markup {
  const hue = Number.parseInt(sub.slice(0, 6), 16) % 360;
  const letter = Array.from(name.trim())[0] ?? '?';
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
<rect width="96" height="96" fill="hsl(${hue} 45% 38%)"/>
<text x="48" y="62" font-family="sans-serif" font-size="42" fill="#fff" text-anchor="middle">${letter}</text>
</svg>`;
}
