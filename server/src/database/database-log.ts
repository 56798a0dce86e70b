/** Where the database layer reports restarts and broken connections. A pino logger fits. */
export interface DatabaseLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
