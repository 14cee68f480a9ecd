console.log(`${hamibot.env.greeting}, ${hamibot.robotName}`);
