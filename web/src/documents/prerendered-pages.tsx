import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';
import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { productName } from '../clinic/name.ts';
import { documents, documentTitle, type PageName, pageList, pages } from '../pages.ts';
import { OpeningPage } from './opening-page.tsx';

/** An HTML document of the site, written by build/prerender.ts. */
export type PrerenderedPage = {
  /** The page that it opens; undefined for the document of all pages without their own. */
  page: PageName | undefined;
  /** Its file name in `dist`. */
  file: string;
  title: string;
  description: string;
  indexed: boolean;
  /** The legal text without which it is not indexed. */
  legalText?: LegalText | undefined;
  /** It tells search engines about the clinic, as JSON-LD. */
  describesClinic?: boolean;
  /** The document's module scripts, and the modules that they import. */
  scripts: readonly string[];
  preload: readonly string[];
  /** The first requests of the scripts. */
  questions: readonly string[];
  content: string;
  /** The content comes first, so it is painted before the scripts load. */
  readable: boolean;
};

type PageModule = {
  Page: ComponentType<{ title: string; waiting: string; name: PageName }>;
  describesClinic?: boolean;
};

const modules = import.meta.glob<PageModule>('../features/{landing,about,legal,identity}/*-page.tsx', { eager: true });
const name = productName();

/** Every HTML document of the site. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  ...pageList.filter(({ name, loads }) => loads !== 'application' || documents[name].opening).map(documentOf),
  applicationDocument(undefined, { file: 'app.html', preload: [] }),
];

function documentOf(page: (typeof pageList)[number]): PrerenderedPage {
  const { path, loads, module } = page;
  const file = `${path.replace(':id', page.name).slice(1) || 'index'}.html`;
  const { title, description, legalText, waiting = '' } = documents[page.name];
  const preload = [`src/features/${module}.tsx`];
  const about = {
    page: page.name,
    file,
    title: documentTitle(page.name, name),
    description: description ?? `${title} at ${name}.`,
    indexed: description !== undefined,
    legalText,
    preload: [],
    questions: [],
  };
  switch (loads) {
    case 'application':
      return applicationDocument(page.name, {
        file,
        ...(page.audience === 'everyone' && { about }),
        preload: path.startsWith('/dashboard') ? ['src/layouts/dashboard-layout.tsx', ...preload] : preload,
      });
    case 'gallery':
      return { ...about, scripts: ['src/design.tsx'], content: '', readable: false };
  }
  const found = modules[`../features/${module}.tsx`];
  if (!found) throw new Error(`There is no module ${module}, which pages.ts names.`);
  const content = <found.Page title={title} waiting={waiting} name={page.name} />;
  switch (loads) {
    case 'reading':
      return {
        ...about,
        describesClinic: found.describesClinic === true,
        scripts: ['src/page-actions.ts'],
        content: renderToStaticMarkup(content),
        readable: true,
      };
    case 'form':
      return {
        ...about,
        scripts: ['src/auth-pages.tsx'],
        preload,
        content: renderToString(content),
        readable: true,
      };
    case 'sign-in-window':
      return {
        ...about,
        scripts: ['src/oauth-pages.ts'],
        content: renderToStaticMarkup(content),
        readable: false,
      };
  }
}

/** The outline of an application page, and everything that it needs, so the browser fetches it in one round trip. */
function applicationDocument(
  page: PageName | undefined,
  {
    file,
    preload,
    about,
  }: {
    file: string;
    preload: readonly string[];
    /** The description of a public page in search results. */
    about?: Pick<PrerenderedPage, 'title' | 'description' | 'indexed'>;
  },
): PrerenderedPage {
  return {
    page,
    file,
    title: about?.title ?? name,
    description: about?.description ?? 'Book and manage your appointments.',
    indexed: about?.indexed ?? false,
    scripts: ['src/main.tsx'],
    preload,
    // Pages for everyone do not ask who is signed in.
    questions: page && pages[page].audience === 'everyone' ? [] : ['/api/session'],
    content: renderToStaticMarkup(<OpeningPage page={page} />),
    readable: page !== undefined && documents[page].opening?.paintFirst === true,
  };
}
