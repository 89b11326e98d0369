// What Node.js cannot do with a Unix socket: pass descriptors over it, and ask who is at its other end. The sockets
// belong to JavaScript, whose event loop reads them.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace penstock::bridge {

struct Peer {
  pid_t pid;
  uid_t uid;
};

// The process that connected (or made the pair). Throws INVALID_ARGUMENT where the descriptor is no Unix socket.
Peer peer_of(int socket);

// Locks an open file or folder against other processes until it is closed. Returns false where another one has locked
// it.
bool lock_file(int descriptor);

// Keeps the descriptor from programs that this process starts.
void close_on_exec(int descriptor);

// Sends bytes with descriptors, which go with the first of them, and never waits. Returns the number of bytes that the
// socket's buffer had room for, which may be 0; -1 where the peer has ended.
ssize_t send_bytes(int socket, const uint8_t* bytes, size_t count, const std::vector<int>& descriptors);

}  // namespace penstock::bridge
