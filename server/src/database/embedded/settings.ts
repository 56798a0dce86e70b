/**
 * The server's settings, `name=value`. Passed on the command line, so they belong to this version and not to the data
 * directory.
 *
 * @param options.connections each takes memory from the start
 * @param options.durable false risks the data in a crash of the machine, for speed; for tests only
 */
export function serverSettings(options: {
  readonly durable: boolean;
  readonly connections: number;
}): readonly string[] {
  const { durable, connections } = options;
  return [`max_connections=${connections}`, ...COMMON, ...(durable ? DURABLE : FORGETFUL)];
}

const COMMON = [
  'timezone=UTC',
  'log_timezone=UTC',
  // The queries are small: compiling or parallelising them does not pay.
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'io_method=sync',
  // Nothing replicates from here, and each process takes memory.
  'max_logical_replication_workers=0',
  // No transaction of ours is serializable, and the table of their locks takes memory from the start.
  'max_pred_locks_per_transaction=10',
  // Errors go to the client. In this log they would only repeat what patients typed.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_checkpoints=off',
  // So that `pg_stat_activity` shows our longest statements whole.
  'track_activity_query_size=8kB',
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
