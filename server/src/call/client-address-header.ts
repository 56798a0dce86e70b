/** The header that passes the caller's address to the identity service. A value sent by the caller is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-openhours-client-address';
