import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';

/**
 * Creates the site's static pictures: icons from `favicon.svg`, and the preview card of shared links. Run
 * `npm run pictures` after changing either.
 */
const folder = fileURLToPath(new URL('../web/public/', import.meta.url));
const [ground, ink, pine, soft, line] = ['#faf8f3', '#16302b', '#0f5c50', '#ffffff', '#dfe5dd'];

const mark = (await readFile(`${folder}favicon.svg`, 'utf8')).replace(/@media[^}]*}\s*}/, '');
await mkdir(`${folder}icons`, { recursive: true });
const browser = await chromium.launch(findChromium());
try {
  // `room`: the margin as a part of the side. A maskable icon may lose a tenth on every side.
  await paint(browser, { file: 'icons/180.png', width: 180, html: icon({ room: 0.14 }) });
  await paint(browser, { file: 'icons/192.png', width: 192, html: icon({ room: 0.1 }) });
  await paint(browser, { file: 'icons/512.png', width: 512, html: icon({ room: 0.1 }) });
  await paint(browser, { file: 'icons/maskable-512.png', width: 512, html: icon({ room: 0.22 }) });
  await paint(browser, { file: 'social-card.png', width: 1200, height: 630, html: card() });
} finally {
  await browser.close();
}

async function paint(
  by: Browser,
  picture: { file: string; width: number; height?: number; html: string },
): Promise<void> {
  const { file, width, height = width, html } = picture;
  const page = await by.newPage({ viewport: { width, height } });
  await page.setContent(`<style>*{margin:0;box-sizing:border-box}html,body{height:100%}</style>${html}`);
  await page.screenshot({ path: folder + file });
  await page.close();
}

function icon({ room }: { room: number }): string {
  return `<body style="background:${ground};padding:${room * 100}vw">${mark.replace('<svg', '<svg width="100%" height="100%"')}`;
}

function card(): string {
  const hours = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '13:00', '13:30', '14:00'];
  const [taken, chosen] = [new Set(['09:30', '11:00', '13:30']), '10:30'];
  const slot = (hour: string) => {
    const look =
      hour === chosen
        ? `background:${pine};color:${soft};border-color:${pine}`
        : taken.has(hour)
          ? `opacity:.4;text-decoration:line-through`
          : '';
    return `<li style="list-style:none;border:3px solid ${line};border-radius:18px;padding:22px 0;text-align:center;${look}">${hour}</li>`;
  };
  return `<body style="background:${ground};color:${ink};font:600 30px/1.3 system-ui,sans-serif;display:grid;
    grid-template-columns:1.15fr 1fr;gap:72px;align-items:center;padding:72px">
    <div>
      <div style="width:96px;height:96px">${mark}</div>
      <p style="font-size:76px;line-height:1.08;letter-spacing:-.02em;font-weight:800;margin:36px 0 28px">See a doctor face&nbsp;to&nbsp;face</p>
      <p style="font-weight:500;font-size:28px;white-space:nowrap;opacity:.8">Choose a day. Choose a time. Done.</p>
    </div>
    <div style="background:${soft};border-radius:36px;padding:40px;box-shadow:0 24px 60px #16302b22">
      <ul style="padding:0;display:grid;grid-template-columns:repeat(3,1fr);gap:18px;font-size:28px">${hours.map(slot).join('')}</ul>
    </div>`;
}
