import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log/create-log.ts';
import { startOutsideWorld } from './start-outside-world.ts';

it('says which setting is wrong if HOST is no address of this machine', async () => {
  const secret = 'a secret that only this test run knows';
  // Of a network for documentation.
  const config = readConfig({ AUTH_SECRET: secret, HOST: '198.51.100.7' });
  await expect(startOutsideWorld(config, createLog('silent'))).rejects.toThrow(/^HOST: .+ not 198\.51\.100\.7\.$/);
});
