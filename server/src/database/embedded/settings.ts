/**
 * The server's settings, `name=value`. They go on the command line, so that they follow the program and not the age of
 * the data directory.
 *
 * @param durable false gives up what a crash of the machine would take, for speed; for tests only
 */
export function serverSettings(options: { readonly durable: boolean }): readonly string[] {
  return [...COMMON, ...(options.durable ? DURABLE : FORGETFUL)];
}

const COMMON = [
  'max_connections=250',
  'timezone=UTC',
  'log_timezone=UTC',
  // Small and alike questions: neither compiling them nor sharing them out among processes pays.
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'io_method=sync',
  // Errors go to whoever asked. Here they would only repeat what patients typed.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_checkpoints=off',
  'cluster_name=openhours',
];

const DURABLE = ['shared_buffers=128MB', 'max_wal_size=512MB'];

const FORGETFUL = [
  'shared_buffers=64MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];
