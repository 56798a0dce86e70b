/** Whether the browser may be sent to an address. @param origins origins; 'https://*.name' is any host below it */
export function isHostedPage(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const target = new URL(url);
  if (target.username !== '' || target.password !== '') return false;
  return origins.some((origin) => {
    const [protocol, host = ''] = origin.split('//');
    if (target.protocol !== protocol) return false;
    return host.startsWith('*.') ? target.host.endsWith(host.slice(1)) : target.host === host;
  });
}
