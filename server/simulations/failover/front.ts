import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './cluster.ts';

/** nginx in front of several nodes, as the operators' page describes it. */
export interface Front {
  readonly url: string;
  stop(): void;
}

/** @returns undefined if there is no nginx on this machine */
export async function startFront(
  ports: { own: number; nodes: readonly number[] },
  folder: string,
): Promise<Front | undefined> {
  mkdirSync(folder, { recursive: true });
  const nodes = ports.nodes.map((port) => `server 127.0.0.1:${port};`).join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream openhours { ${nodes} keepalive 32; }
  server {
    listen 127.0.0.1:${ports.own};
    location / {
      proxy_pass http://openhours;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`,
  );
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
  const nginx: ChildProcess = spawn('nginx', args, {
    stdio: 'inherit',
  });
  const isMissing = await new Promise<boolean>((resolve) => {
    nginx.once('error', () => resolve(true));
    nginx.once('spawn', () => resolve(false));
  });
  if (isMissing) return undefined;
  const url = `http://127.0.0.1:${ports.own}`;
  await until(async () => (await fetch(`${url}/livez`).catch(() => undefined))?.status === 200);
  return { url, stop: () => void nginx.kill('SIGQUIT') };
}
