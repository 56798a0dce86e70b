import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's first choice. The identity service would use scrypt, with a quarter of the work that OWASP asks for. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
/**
 * For a password that everybody knows: a slow hash would protect nothing, and keep its memory: 19 MB in each thread. Only a demo
 * stores such hashes, and only of the password in the README (`demo-accounts.test.ts`); a demo that others can reach replaces
 * it, and production refuses the demo's accounts. Whoever steals such a hash learns nothing new, and it is not renewed.
 */
const PUBLIC_COST: typeof COST = { memory: 64, passes: 1, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The usual form (PHC). It names algorithm and cost, so that another cost can be chosen later: see `isOutdated`. */
const FORM =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[^$]+)\$(?<hash>[^$]+)$/;

const derive = promisify(argon2);

/** The hash of a password, with its own salt. Slow on purpose: not inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  return hashAt(COST, password);
}

/** The hash of a password that everybody knows. */
export async function hashPublicPassword(password: string): Promise<string> {
  return hashAt(PUBLIC_COST, password);
}

async function hashAt(cost: typeof COST, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derived(password, { ...cost, salt, bytes: HASH_BYTES });
  return `${beginning(cost)}${unpadded(salt)}$${unpadded(hash)}`;
}

/** Algorithm and cost, as a hash begins. */
function beginning({ memory, passes, parallelism }: typeof COST): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

/** Whether new hashes have another cost by now. Only the next sign-in can replace this one, because it has the password. */
export function isOutdated(hash: string): boolean {
  return ![COST, PUBLIC_COST].some((cost) => hash.startsWith(beginning(cost)));
}

/** Whether this is the hash of the password. Slow on purpose: not inside a transaction. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  return timingSafeEqual(Buffer.from(await hashAlike(password, hash)), Buffer.from(hash));
}

/** The hash of a password with the cost and the salt of another one: the same hash if the passwords are the same. */
export async function hashAlike(password: string, other: string): Promise<string> {
  const parts = FORM.exec(other)?.groups;
  if (!parts) throw new Error('A stored hash of a password has an unknown form');
  const { memory, passes, parallelism, salt = '', hash = '' } = parts;
  const found = await derived(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    bytes: Buffer.from(hash, 'base64').byteLength,
  });
  return other.slice(0, -hash.length) + unpadded(found);
}

/** Keyboards write the same letter in several ways: NFKC makes them one, as the identity service does. */
function derived(password: string, { salt, bytes, ...cost }: typeof COST & { salt: Buffer; bytes: number }) {
  return derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce: salt, tagLength: bytes });
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
