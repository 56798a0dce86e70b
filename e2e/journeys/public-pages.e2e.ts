import { waitForDay } from '../day-list.ts';
import { demoAccounts, expect, test } from '../fixtures.ts';

test('has a canonical address, a preview card, structured data and existing icons', async ({ page, clinic }) => {
  for (const path of ['/', '/about']) {
    await page.goto(path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', clinic.url + path);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', await page.title());
  }
  await page.goto('/');
  const data: unknown = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText());
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    name: 'Openhours',
    url: `${clinic.url}/`,
    image: `${clinic.url}/social-card.png`,
    telephone: '+12025550199',
    address: [
      { '@type': 'PostalAddress', streetAddress: '12 Harbour Street' },
      { '@type': 'PostalAddress', streetAddress: '40 Mill Lane' },
    ],
    medicalSpecialty: ['PrimaryCare', 'Pediatric', 'Cardiovascular', 'Dentistry'],
    openingHours: 'Mo-Su 09:00-17:00',
    potentialAction: { '@type': 'ReserveAction', target: `${clinic.url}/appointment`, name: 'Book an Appointment' },
  });

  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  const card = await page.locator('meta[property="og:image"]').getAttribute('content');
  const icons: string[] = manifest.icons.map(({ src }: { src: string }) => src);
  for (const address of [card ?? '', '/icons/180.png', ...icons]) {
    const answer = await page.request.get(address);
    expect([address, answer.headers()['content-type']]).toEqual([address, expect.stringMatching(/^image\//)]);
  }
  await page.goto('/forgot-password');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

/** The texts of the public pages in the specification, common ones first. */
const places = `
      - listitem:
        - link "Home":
          - /url: /
      - listitem:
        - link "Appointment":
          - /url: /appointment
      - listitem:
        - link "About":
          - /url: /about
      - listitem:
        - link "Conversation":
          - /url: /conversations`;
const waysIn = `
    - link "Login":
      - /url: /login
    - link "Sign up":
      - /url: /signup`;
const navigation = `
  - navigation "Main":
    - /children: equal
    - link "Openhours":
      - /url: /
    - list:
      - /children: equal${places}`;
const smallMenu = `
  - navigation "Menu":
    - /children: equal
    - list:
      - /children: equal${places}${waysIn}`;
const navigationSignedIn = `${navigation}
      - listitem:
        - link "Feed":
          - /url: /feed
      - listitem:
        - link "Doctors":
          - /url: /doctors
    - button "Use the dark theme"
    - link "Dashboard":
      - /url: /dashboard
    - button "Sign out"`;

const column = (title: string, links: readonly string[]) => `
    - navigation "${title}":
      - /children: equal
      - heading "${title}" [level=2]
      - list:
        - /children: equal${links
          .map(
            (link) => `
        - listitem:
          - link "${link}":
            - /url: /`,
          )
          .join('')}`;
const footer = `
  - contentinfo:
    - /children: equal
    - paragraph: Openhours
    - paragraph: See a doctor face to face, on a day that suits you.
    - paragraph:
      - link "+1 202 555 0199":
        - /url: tel:+12025550199${[
          column('Services', ['General', 'Pediatrics', 'Cardiology', 'Dental Care']),
          column('About', ['Our clinic', 'Our doctors', 'Opening hours']),
          column('Legal', ['Terms of Use', 'Privacy Policy', 'Cookie Policy']),
        ].join('')}
    - paragraph: © 2024 Openhours. All rights reserved.
    - paragraph: Made by the Openhours authors as a university project.`;

const main = {
  '/': `
  - main:
    - region "See a doctor face to face, at a time that suits you.":
      - heading "See a doctor face to face, at a time that suits you." [level=1]
      - list "What do you need?":
        - /children: equal
        - listitem:
          - button "General"
        - listitem:
          - button "Pediatrics"
        - listitem:
          - button "Cardiology"
        - listitem:
          - button "Dental Care"
      - region "Next free times":
        - list:
          - listitem:
            - heading "General" [level=3]
            - list:
              - listitem:
                - link /\\d\\d:\\d\\d [AP]M - \\d\\d:\\d\\d [AP]M, General, /
          - listitem:
            - heading "Dental Care" [level=3]
    - region "Your next appointment is three steps away":
      - link "Book an Appointment":
        - /url: /appointment
    - region "Visiting us":
      - list:
        - /children: equal
        - listitem:
          - heading "Opening hours" [level=2]
          - paragraph: 9.00 am to 5.00pm everyday
        - listitem:
          - heading "Our locations" [level=2]
          - paragraph: 12 Harbour Street and 40 Mill Lane, both step-free
        - listitem:
          - heading "Contact us" [level=2]
          - paragraph:
            - link "+1 202 555 0199":
              - /url: tel:+12025550199
    - region "Services people come for":
      - term: Pediatrics
      - list:
        - /children: equal
        - listitem:
          - heading "Fluoride Treatment" [level=3]
        - listitem:
          - heading "Cavity Filling" [level=3]
        - listitem:
          - heading "Teeth Whitening" [level=3]
    - region "What our patients say":
      - list:
        - /children: equal
        - listitem:
          - figure "Winson Herry Harbour Street":
            - blockquote
        - listitem:
          - figure "Marta Oduya Mill Lane":
            - blockquote
        - listitem:
          - figure "Jonas Petersen Harbour Street":
            - blockquote
    - complementary "Health news":
      - heading "Health news" [level=2]
      - list`,
  '/about': `
  - main:
    - heading "A clinic that keeps its hours." [level=1]
    - region "How booking works":
      - link "See free times":
        - /url: /doctors
    - region "Our services":
      - term: General
      - term: Pediatrics
      - term: Cardiology
      - term: Dental Care
    - region "Visit us":
      - definition: 9.00 am to 5.00pm everyday
      - definition: 12 Harbour Street
      - definition: 40 Mill Lane
      - definition:
        - link "+1 202 555 0199":
          - /url: tel:+12025550199`,
};
const titles = {
  '/': 'Openhours · See a doctor face to face',
  '/about': 'About · Openhours',
  '/login': 'Login · Openhours',
  '/signup': 'Sign Up · Openhours',
  '/forgot-password': 'Reset your password · Openhours',
  '/reset-password': 'Choose a new password · Openhours',
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ['/', '/about'] as const) {
    test(`${path} has all texts of the specification`, async ({ page }) => {
      await page.goto(path);
      // Nothing on it needs a script: no theme switch, no Sign out.
      await expect(page.locator('body')).toMatchAriaSnapshot(navigation + waysIn);
      await expect(page.locator('body')).toMatchAriaSnapshot(main[path]);
      await expect(page.locator('body')).toMatchAriaSnapshot(footer);
      for (const service of ['Fluoride Treatment', 'Cavity Filling', 'Teeth Whitening']) {
        // The page names each service only once.
        await expect(page.getByText(service)).toHaveCount(path === '/' ? 1 : 0);
      }

      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.locator('body')).toMatchAriaSnapshot(smallMenu);
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Appointment' }).click();
      await expect(page).toHaveURL(/\/appointment$/);
    });
  }

  test('every page has a different title and description', async ({ page }) => {
    const descriptions = new Set<string>();
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      descriptions.add((await page.locator('meta[name=description]').getAttribute('content')) ?? '');
    }
    expect(descriptions).not.toContain('');
    expect(descriptions.size).toBe(Object.keys(titles).length);
  });
});

test('the menu of small screens works by keyboard, and never covers the focus', async ({ page, signUp }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });

  const walkThrough = async (entries: readonly string[]) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await button.focus();
    await page.keyboard.press('Enter');
    for (const entry of entries) {
      await page.keyboard.press('Tab');
      await expect(menu.locator(':focus')).toHaveText(entry);
    }
    await page.keyboard.press('Tab');
    await expect(menu).toBeHidden();
    await expect(page.locator('main a').first()).toBeFocused();

    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(button).toBeFocused();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Use the dark theme' })).toBeFocused();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toHaveText('Home');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  };
  await walkThrough(['Home', 'Appointment', 'About', 'Conversation', 'Login', 'Sign up']);
  await signUp(page);
  await walkThrough(['Home', 'Appointment', 'About', 'Conversation', 'Feed', 'Doctors', 'Dashboard', 'Sign out']);
});

test('the navigation shows whether the person is signed in before any script has loaded', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expectFailed('no answer', /^\/assets\/.*\.js$/);
  await page.route('**/assets/*.js', (route) => route.abort());
  const bar = page.getByRole('navigation', { name: 'Main' });
  const paths = ['/', '/appointment', '/dashboard'];
  for (const path of paths) {
    await page.goto(path);
    await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Sign up' })).toBeVisible();
    await expect(bar.getByText(/^(Sign out|Dashboard|Feed)$/).filter({ visible: true })).toHaveCount(0);
  }
  await signUp(page);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('body')).toMatchAriaSnapshot(navigationSignedIn);
  }
});

test('a long name of the clinic is shown completely beside the links, which stay in one line', async ({
  page,
  logIn,
}) => {
  await logIn(page, demoAccounts.doctor);
  await page.goto('/doctors');
  const main = page.getByRole('navigation', { name: 'Main' });
  await page.setViewportSize({ width: 1280, height: 800 });
  const name = main.getByRole('link', { name: 'Openhours' }).locator('span');
  await name.evaluate((text) => {
    text.textContent = 'Lakeside Family Practice';
  });
  const tops = await main
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const hidden = ({ clientHeight, scrollHeight, clientWidth, scrollWidth }: HTMLElement | SVGElement) =>
    Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth);
  expect(await name.evaluate(hidden)).toBeLessThanOrEqual(0);
});

test('a specialty chosen on the landing page stays selected after the login and on every day', async ({
  page,
  faults,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Dental Care' }).click();
  await page.getByLabel('Email').fill(demoAccounts.patient.email);
  await page.getByLabel('Password', { exact: true }).fill(demoAccounts.patient.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/appointment?specialty=Dental+Care');
  const first = page.getByRole('article').first().getByRole('heading');
  await expect(first).toHaveText('Dental Care');
  await expect(page.getByRole('button', { name: 'Dental Care', pressed: true })).toBeVisible();
  const others = page.getByRole('article').filter({ hasNotText: 'Dental Care' });
  await expect(others).toHaveCount(0);

  await waitForDay(page);
  const chosen = page.getByRole('gridcell', { selected: true }).getByRole('button');
  await chosen.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/appointment\?specialty=Dental\+Care&day=/);
  // The address names the new day before the calendar marks it.
  await waitForDay(page, new URL(page.url()).searchParams.get('day') ?? '');
  await expect(first).toHaveText('Dental Care');
  await expect(others).toHaveCount(0);

  const opensSearch = page.getByRole('button', { name: 'Find a doctor or treatment' });
  // The server is away for a moment.
  faults.expectFailed('no answer', /^\/(assets|appointment)/);
  await page.route('**/assets/searched-options-*.js', (route) => route.abort());
  await page.route('**/appointment?*', (route) => route.abort());
  await opensSearch.press('Enter');
  await expect(page.getByText('This could not be opened. Check your connection and try again.')).toBeVisible();
  await expect(opensSearch).toBeFocused();
  await page.unroute('**/assets/searched-options-*.js');
  await page.unroute('**/appointment?*');
  const reloaded = page.waitForEvent('load');
  await opensSearch.press('Enter');
  await reloaded;
  await opensSearch.press('Enter');
  const search = page.getByLabel('Find a doctor or treatment');
  await expect(search).toBeFocused();
  await search.fill('NWOSU');
  await expect(page).toHaveURL(/search=NWOSU/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await search.fill('nobody');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(search).toBeFocused();
  await expect(first).toHaveText('Dental Care');

  // The filter stays in use while a slow answer is awaited.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v2/appointmentOptions?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await chosen.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  held.resolve();
  await expect(others).not.toHaveCount(0);
});
