/** Where the database layer reports what it did by itself. A pino logger is one. */
export interface DatabaseLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
