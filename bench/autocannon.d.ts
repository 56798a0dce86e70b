/** Types for the part of autocannon 9 that we use; the package has none. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface AutocannonRequest {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Called before each request; returns the request to send. */
    readonly setupRequest?: (request: AutocannonRequest) => AutocannonRequest;
  }

  export interface AutocannonOptions {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds between samples. */
    readonly sampleInt?: number;
    readonly requests: readonly AutocannonRequest[];
  }

  /** Emits `response` (client, status, bytes, milliseconds) for each answer and `reqError` (error). */
  export interface AutocannonRun extends EventEmitter {
    stop(): void;
  }

  export default function autocannon(
    options: AutocannonOptions,
    whenDone: (error: Error | null | undefined) => void,
  ): AutocannonRun;
}
