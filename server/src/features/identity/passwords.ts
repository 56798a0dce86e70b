/** Passwords as the identity service keeps them (scrypt), for those that are set or asked for elsewhere. */
export { hashPassword, verifyPassword } from 'better-auth/crypto';
