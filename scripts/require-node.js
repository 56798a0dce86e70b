// Plain JavaScript, because it must run on the Node versions that it refuses.
const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `Openhours runs on Node 26, and this is ${process.version}. The right one comes with its dependencies: run "npm ci" ` +
      'without --omit=optional and --ignore-scripts, and start it through npm ("npm start", "npm test"). On other platforms install Node 26.',
  );
  process.exit(1);
}
