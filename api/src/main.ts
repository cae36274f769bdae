// npm run serve: the service for one chain and one contract, as the environment says.
const help = `Usage: npm run serve

Serves the web app, portraits, stories and the API for one chain and one contract. There are no options:
variables of the environment, or a file .env, say everything. .env.example has them all.`;

const [option] = process.argv.slice(2);
if (option === undefined) {
  const { serve } = await import("./serve.ts");
  await serve();
} else if (option === "--help") console.log(help);
else {
  console.error(`There is no option ${option}.\n\n${help}`);
  process.exitCode = 2;
}
