import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { startLocalServer } from '../../testing/local-server.ts';

/** A network between a server and what it uses, which can be cut and slowed down. */
export interface Proxy {
  readonly port: number;
  /** Breaks all connections and refuses new ones, until `mend`. */
  cut(): void;
  /** Holds back every piece of data for this time. */
  slow(millis: number): void;
  /** Passes requests on, and breaks the connection instead of passing on the answer. */
  loseAnswers(): void;
  mend(): void;
  stop(): Promise<void>;
}

export async function startProxy(target: () => NetConnectOpts): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const state = { isCut: false, losesAnswers: false, delayMillis: 0 };
  const keep = (socket: Socket) =>
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));

  const pass = ({ from, to, isAnswer }: { from: Socket; to: Socket; isAnswer: boolean }) => {
    from.on('data', (data) => {
      if (isAnswer && state.losesAnswers) return void to.destroy();
      const write = () => void (to.destroyed || to.write(data));
      if (state.delayMillis === 0) write();
      else setTimeout(write, state.delayMillis);
    });
    from.on('close', () => setTimeout(() => to.destroy(), state.delayMillis));
  };
  const listener = createServer({ noDelay: true }, (near) => {
    keep(near);
    if (state.isCut) return void near.destroy();
    const far = connect(target());
    keep(far);
    pass({ from: near, to: far, isAnswer: false });
    pass({ from: far, to: near, isAnswer: true });
  });
  const { port, close } = await startLocalServer(listener);

  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut() {
      state.isCut = true;
      breakAll();
    },
    slow(millis) {
      state.delayMillis = millis;
    },
    loseAnswers() {
      state.losesAnswers = true;
    },
    mend: () => void Object.assign(state, { isCut: false, losesAnswers: false, delayMillis: 0 }),
    stop() {
      breakAll();
      return close();
    },
  };
}
