import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { clinicAddresses, clinicPhone } from './clinic-facts.ts';
import { Page as AboutPage } from './features/about/about-page.tsx';
import { Page as ForgotPasswordPage } from './features/identity/forgot-password-page.tsx';
import { Page as LoginPage } from './features/identity/login-page.tsx';
import { Page as ResetPasswordPage } from './features/identity/reset-password-page.tsx';
import { SignInWindowPage } from './features/identity/sign-in-window-page.tsx';
import { Page as SignupPage } from './features/identity/signup-page.tsx';
import { Page as LandingPage } from './features/landing/landing-page.tsx';
import { OpeningPage } from './layouts/opening-page.tsx';
import { productName } from './product-name.ts';

export type PrerenderedPage = {
  /** The one path that it answers, or the route of a page with an id in its path; null for what answers all others. */
  path: string | null;
  /** Name of the document in `dist`. */
  file: string;
  title: string;
  description: string;
  indexed: boolean;
  /** What search engines are told about the clinic, as JSON-LD. */
  structuredData?: object;
  /** Module scripts of the document, and modules that they will ask for at once. */
  scripts: readonly string[];
  preload: readonly string[];
  /** What the scripts will ask the server first. */
  questions: readonly string[];
  content: string;
  /** Whether the content is what one reads first, so that it is painted before the scripts come, or only keeps the place. */
  readable: boolean;
};

const name = productName();

/** Every HTML document of the site; see build/prerender.ts. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  reading({
    path: '/',
    file: 'index.html',
    title: `${name} · See a doctor face to face`,
    description: 'Book a face-to-face consultation with a doctor: choose a day, choose a time, done.',
    page: <LandingPage />,
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'MedicalClinic',
      name: '__PRODUCT_NAME_JSON__',
      url: '__PUBLIC_URL__/',
      image: '__PUBLIC_URL__/social-card.png',
      telephone: clinicPhone.href.slice('tel:'.length),
      address: clinicAddresses.map((streetAddress) => ({ '@type': 'PostalAddress', streetAddress })),
      medicalSpecialty: ['PrimaryCare', 'Pediatric', 'Cardiovascular', 'Dentistry'],
      openingHours: 'Mo-Su 09:00-17:00',
      potentialAction: {
        '@type': 'ReserveAction',
        target: '__PUBLIC_URL__/appointment',
        name: 'Book an Appointment',
      },
    },
  }),
  reading({
    path: '/about',
    file: 'about.html',
    title: `About · ${name}`,
    description: 'The clinic, its services and how booking an appointment works.',
    page: <AboutPage />,
  }),
  form({
    path: '/login',
    title: 'Login',
    description: 'Log in to book a face-to-face consultation, and to see and pay for the ones that you have booked.',
    page: <LoginPage />,
  }),
  form({
    path: '/signup',
    title: 'Sign Up',
    description: 'Open an account with your name and e-mail address, and book your first face-to-face consultation.',
    page: <SignupPage />,
  }),
  form({ path: '/forgot-password', title: 'Reset your password', page: <ForgotPasswordPage /> }),
  form({ path: '/reset-password', title: 'Choose a new password', page: <ResetPasswordPage /> }),
  signInWindow({ path: '/oauth-popup', title: 'Continue with Google', say: 'Taking you to Google …' }),
  signInWindow({ path: '/oauth-done', title: 'Signing in', say: 'One moment, we are signing you in …' }),
  application({
    path: '/appointment',
    modules: ['booking/appointment-page'],
    readable: true,
  }),
  application({ path: '/feed', modules: ['feed/feed-page'] }),
  application({ path: '/conversations', modules: ['conversations/conversations-page'] }),
  application({ path: '/dashboard', modules: ['dashboard/dashboard-page'], readable: true }),
  application({ path: '/dashboard/profile', modules: ['dashboard/profile-page'], readable: true }),
  application({ path: '/dashboard/myAppointment', modules: ['booking/my-appointments-page'], readable: true }),
  application({
    path: '/dashboard/payment/:id',
    file: 'dashboard/payment.html',
    modules: ['payments/payment-page'],
    readable: true,
  }),
  application({ path: null, file: 'app.html', modules: [] }),
  {
    path: '/design',
    file: 'design.html',
    title: `Design · ${name}`,
    description: 'Every component in all its states.',
    indexed: false,
    scripts: ['src/design.tsx'],
    preload: [],
    questions: [],
    content: '',
    readable: false,
  },
];

/** A page to read: HTML alone, and the small script of the navigation. */
function reading({
  page,
  ...rest
}: Pick<PrerenderedPage, 'path' | 'file' | 'title' | 'description' | 'structuredData'> & { page: ReactNode }) {
  return {
    ...rest,
    indexed: true,
    scripts: ['src/page-actions.ts'],
    preload: [],
    questions: [],
    content: renderToStaticMarkup(page),
    readable: true,
  };
}

/** A page with a form, which React brings to life. */
function form({
  path,
  title,
  description = `${title} at ${name}.`,
  page,
}: {
  path: string;
  title: string;
  /** Where search engines may list it. */
  description?: string;
  page: ReactNode;
}): PrerenderedPage {
  return {
    path,
    file: `${path.slice(1)}.html`,
    title: `${title} · ${name}`,
    description,
    indexed: path === '/login' || path === '/signup',
    scripts: ['src/auth-pages.tsx'],
    preload: [`src/features/identity${path}-page.tsx`],
    questions: [],
    content: renderToString(page),
    readable: true,
  };
}

/** A page on the way to the identity provider or back: a sentence, and a script without React. */
function signInWindow({ path, title, say }: { path: string; title: string; say: string }): PrerenderedPage {
  return {
    path,
    file: `${path.slice(1)}.html`,
    title: `${title} · ${name}`,
    description: `${title} at ${name}.`,
    indexed: false,
    scripts: ['src/oauth-pages.ts'],
    preload: [],
    questions: [],
    content: renderToStaticMarkup(<SignInWindowPage title={title} say={say} />),
    readable: false,
  };
}

/**
 * A page of the application: what stands while it opens, and everything that it will ask for, so that the browser
 * fetches it in one round. A page without an entry opens as well, in a round or two more.
 */
function application({
  path,
  file = `${path?.slice(1)}.html`,
  modules,
  readable = false,
}: {
  path: string | null;
  file?: string;
  /** Where what is known at once (`opening-page.tsx`) is the largest thing of the page. */
  readable?: boolean;
  /** Below `features`. */
  modules: readonly string[];
}): PrerenderedPage {
  const layout = path?.startsWith('/dashboard') ? ['layouts/dashboard-layout'] : [];
  return {
    path,
    file,
    title: name,
    description: 'Book and manage your appointments.',
    indexed: false,
    scripts: ['src/main.tsx'],
    preload: [...layout, ...modules.map((module) => `features/${module}`)].map((module) => `src/${module}.tsx`),
    questions: ['/api/session'],
    content: renderToStaticMarkup(<OpeningPage path={path ?? ''} />),
    readable,
  };
}
