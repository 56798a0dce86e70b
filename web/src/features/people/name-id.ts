/** The element with the name of a person in a table, which describes the buttons of their row. */
export const nameId = ({ _id }: { _id: string }): string => `name-${_id}`;
